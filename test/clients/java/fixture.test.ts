import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root, run } from '../../package/install.js'
import { fakeclusterProgram } from '../setup/fakecluster-program.js'
import { javaFormatter } from '../setup/java-program.js'

const folder = join(root, 'clients/java')

// What it depends on comes from Maven Central.
beforeAll(() => run('mvn', ['-q', '-B', '-ntp', 'test-compile'], folder))

test('the sources in clients/java are as google-java-format writes them', async () => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /^(?!.*Control\.java).*\.java$/.test(file))
  expect(files.length).toBeGreaterThan(10)
  expect(await run('java', ['-jar', await javaFormatter(), '--dry-run', ...files], folder)).toBe('')
})

// The extension of JUnit, and its worked example with the Java Operator SDK.
test('the tests in clients/java pass', async () => {
  const env = { FAKECLUSTER_BIN: await fakeclusterProgram() }
  const printed = await run('mvn', ['-B', '-ntp', 'test'], folder, env)
  expect(printed.match(/Tests run: \d+, Failures: 0, Errors: 0, Skipped: 0$/gm)).toHaveLength(2)
})
