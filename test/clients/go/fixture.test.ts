import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, run } from '../../package/install.js'
import { fakeclusterProgram } from '../setup/fakecluster-program.js'

// The fixture for Go, and its worked example with controller-runtime.
test.each(['clients/go', 'clients/go/example'])('the tests in %s pass', async (folder) => {
  const program = await fakeclusterProgram()
  const go = (...words: string[]) => run('go', words, join(root, folder), { FAKECLUSTER_BIN: program })
  expect(await run('gofmt', ['-l', '.'], join(root, folder))).toBe('')
  await go('vet', './...')
  expect(await go('test', '-count=1', './...')).toMatch(/^ok/m)
})
