import { expect, test } from 'vitest'
import { rustProgram } from '../setup/rust-program.js'
import { startServer } from '../support/server.js'
import { openShell } from '../support/shell.js'

const program = await rustProgram()

test('kube-rs', async ({ onTestFinished: atEnd }) => {
  const server = await startServer({ profile: 'kubernetes' }, atEnd)
  const { run } = await openShell(server.kubeconfig, atEnd)
  const { code, stdout, stderr } = await run(program, [])
  expect({ code, lines: stdout.trim().split('\n'), stderr }).toEqual({
    code: 0,
    lines: [
      'apply red',
      'apply 409 Conflict',
      'apply blue',
      'patch green',
      'missing true',
      'watch added watched',
      'watch deleted watched',
      'reflector known red',
      'reflector known blue',
      'store 1 of 1',
      'job 6',
    ],
    stderr: '',
  })
})
