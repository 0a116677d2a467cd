import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root, run } from '../../package/install.js'
import { fakeclusterProgram } from '../setup/fakecluster-program.js'
import { cargoEnv } from '../setup/rust-program.js'

const folder = join(root, 'clients/rust')
const TEST = ['test', '--workspace', '--locked']

// What it depends on is built for minutes, once.
beforeAll(() => run('cargo', [...TEST, '--no-run', '--quiet'], folder, cargoEnv))

test('the sources in clients/rust are as rustfmt writes them', async () => {
  expect(await run('cargo', ['fmt', '--all', '--check'], folder)).toBe('')
})

// The crate, and its worked example with kube-rs.
test('the tests in clients/rust pass', async () => {
  const env = { ...cargoEnv, FAKECLUSTER_BIN: await fakeclusterProgram() }
  const bundles = { FAKECLUSTER_BUNDLES: join(cargoEnv.CARGO_TARGET_DIR, 'bundles') }
  const printed = await run('cargo', [...TEST, '--quiet'], folder, { ...env, ...bundles })
  // Their own, those of the crate from outside in two files, the example's, and that of the documentation.
  expect(printed.match(/^test result: ok. [1-9]\d* passed; 0 failed; 0 ignored/gm)).toHaveLength(5)
})
