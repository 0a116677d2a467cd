import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, run } from '../../package/install.js'
import { fakeclusterProgram } from '../setup/fakecluster-program.js'
import { pythonWith } from '../setup/python.js'

// The fixtures of pytest, installed from a copy, as building leaves files behind; and their worked example with kopf.
let folder = ''
let installed = ''
let python = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fakecluster-python-'))
  installed = join(folder, 'installed')
  python = await pythonWith('33.1.0', 'pytest==8.4.2', 'kopf==1.38.0', 'setuptools==80.9.0')
  await cp(join(root, 'clients/python'), join(folder, 'source'), { recursive: true })
  const words = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-build-isolation', '--target', installed]
  await run(python, ['-m', 'pip', 'install', ...words, join(folder, 'source')], folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(['tests', 'example'])('those in clients/python/%s pass', async (tests) => {
  const env = { PYTHONPATH: installed, FAKECLUSTER_BIN: await fakeclusterProgram() }
  const printed = await run(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', tests], join(folder, 'source'), env)
  expect(printed).toMatch(/^\d+ passed/m)
})
