import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import { runInspect } from '../../src/node/inspect.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fakecluster-inspect-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs the command; returns its exit code and what it printed. */
async function inspect(...argv: readonly string[]) {
  const lines: string[] = []
  const line = (text: string) => void lines.push(text)
  return { code: await runInspect(argv, { out: line, err: line }), text: lines.join('\n') }
}

test('a wrong command line exits with 2, a file that cannot be shown with 1', async () => {
  expect(await inspect()).toEqual({ code: 2, text: expect.stringContaining('name a file') })
  expect(await inspect('a', 'b')).toEqual({ code: 2, text: expect.stringContaining('name one file') })
  expect((await inspect('--help')).text).toContain('Usage: fakecluster inspect FILE')
  expect(await inspect(join(folder, 'none.html'))).toEqual({ code: 1, text: expect.stringContaining('no such file') })
  await writeFile(join(folder, 'other.json'), '{}')
  expect(await inspect(join(folder, 'other.json'))).toEqual({
    code: 1,
    text: expect.stringContaining('is not a Bundle'),
  })
})

test('a JSON Bundle becomes a page beside it; a page is shown unchanged', async () => {
  const file = join(folder, 'run.json')
  await writeFile(file, JSON.stringify(await createCluster({ seed: 1 }).bundle()))
  const made = await inspect(file)
  expect(made).toEqual({ code: 0, text: expect.stringMatching(/^file:.*run\.fakecluster\.html$/) })
  const page = await readFile(fileURLToPath(made.text), 'utf8')
  expect(page).toContain('<title>fakecluster</title>')
  const [, policy] = /"Content-Security-Policy"\s+content="([^"]*)"/.exec(page) ?? []
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('connect-src')
  expect(await inspect(fileURLToPath(made.text))).toEqual(made)
})
