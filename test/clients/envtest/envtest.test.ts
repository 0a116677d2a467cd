import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { goProgram } from '../../official/programs.js'
import { ensureBuilt } from '../../package/built.js'
import { root, run } from '../../package/install.js'

await ensureBuilt()
const suite = await goProgram(join(root, 'test/clients/envtest'), 'envtest', '.', ['test', '-c'])

test('a suite that uses envtest, with a definition, a webhook and a user of its own', async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'fakecluster-envtest-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await run(process.execPath, [join(root, 'dist/cli.js'), 'assets', '--dir', folder], root)
  expect(existsSync(join(folder, 'kube-apiserver'))).toBe(true)
  const said = await run(suite, ['-test.v'], folder, { KUBEBUILDER_ASSETS: folder })
  expect(said).toContain('--- PASS: TestEnvironment')
})
