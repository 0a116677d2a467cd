import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startServer } from '../support/server.js'
import { openShell } from '../support/shell.js'

const program = fileURLToPath(new URL('program.rb', import.meta.url))

test('kubeclient', async ({ onTestFinished: atEnd }) => {
  const server = await startServer({ profile: 'kubernetes' }, atEnd)
  const { run } = await openShell(server.kubeconfig, atEnd)
  expect(await run('ruby', [program, server.url])).toEqual({
    code: 0,
    stdout: 'discover true\nget red\nwatch MODIFIED blue\nwatch DELETED blue\njob 6\nmissing 404\n',
    stderr: '',
  })
})
