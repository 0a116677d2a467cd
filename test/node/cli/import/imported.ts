import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Bounds } from '../../../../src/node/cli/import/bounds.js'
import { runImport } from '../../../../src/node/cli/import/run.js'

/** Makes a temporary folder, removed after the tests, with functions that import into folders in it. */
export function createImports(bounds: Partial<Bounds> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fakecluster-import-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let count = 0
  return {
    folder,
    /** Runs `import` with the arguments and `--out` of a new folder, whose path is `DIR` in the output returned. */
    async run(...words: readonly string[]) {
      const dir = join(folder, `out-${++count}`)
      const out: string[] = []
      const err: string[] = []
      const said = (lines: readonly string[]) => lines.join('\n').replaceAll(dir, 'DIR')
      const code = await runImport([...words, '--out', dir], {
        out: (line) => out.push(line),
        err: (line) => err.push(line),
        env: {},
        ...bounds,
      })
      return { code, out: said(out), err: said(err), dir }
    },
    /** The paths of all files in a folder, relative to it. */
    files: (dir: string): readonly string[] =>
      readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => /\.\w+$/.test(path) && !path.endsWith('.io'))
        .sort(),
    read: (dir: string, path: string): string => readFileSync(join(dir, path), 'utf8'),
  }
}
