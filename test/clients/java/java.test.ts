import { expect, test } from 'vitest'
import { javaProgram } from '../setup/java-program.js'
import { startServer } from '../support/server.js'
import { openShell } from '../support/shell.js'

const program = await javaProgram()

// The first is the default of the client. All of them watch over WebSocket.
test.for(['vertx', 'jdk', 'okhttp'])('fabric8 over %s', async (transport, { onTestFinished: atEnd }) => {
  const server = await startServer({ profile: 'kubernetes' }, atEnd)
  const { run } = await openShell(server.kubeconfig, atEnd)
  const { code, stdout } = await run('java', [...program, transport])
  expect({ code, lines: stdout.trim().split('\n') }).toEqual({
    code: 0,
    lines: [
      'watch ADDED watched',
      'watch MODIFIED watched',
      'watch DELETED watched',
      'informer add known',
      'informer update red blue',
      'informer delete known',
      'apply one',
      'apply 409',
      'patch {color=red, size=5}',
      'job 6',
      'list 0',
      'leads',
      'leader me',
    ],
  })
})
