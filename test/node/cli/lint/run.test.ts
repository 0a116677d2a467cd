import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runLint } from '../../../../src/node/cli/lint/run.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the command; returns its exit code and what it printed. */
async function ran(...argv: readonly string[]) {
  const lines: string[] = []
  const code = await runLint(argv, { out: (line) => lines.push(line), err: (line) => lines.push(line) })
  return { code, text: lines.join('\n') }
}

test('files that are admitted exit with 0, refused ones with 1, missing ones and wrong flags with 2', async () => {
  const [good, bad] = [join(folder, 'good.yaml'), join(folder, 'bad.yaml')]
  await writeFile(good, 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n')
  await writeFile(bad, 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: A }\n')
  expect(await ran(good)).toEqual({ code: 0, text: '1 object: 1 admitted, 0 refused, 0 warned of' })
  expect(await ran(good, bad)).toMatchObject({
    code: 1,
    text: expect.stringContaining(`${bad}:1: ConfigMap A is refused`),
  })
  expect(await ran(bad, '--output', 'junit')).toMatchObject({ code: 1, text: expect.stringContaining('failures="1"') })
  expect((await ran(join(folder, 'none.yaml'))).code).toBe(2)
  expect(await ran()).toMatchObject({ code: 2, text: expect.stringContaining('name files to check') })
  expect((await ran(good, '--output', 'xml')).code).toBe(2)
  expect(await ran('--help')).toMatchObject({ code: 0, text: expect.stringContaining('lint MANIFESTS…') })
})
