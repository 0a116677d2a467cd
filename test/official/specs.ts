import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../package/install.js'

/** The folder of the official specs: the Go module, and the lists of specs to run. */
export const folder = join(root, 'test/official')

/** Specs that run in sequence against one server, by full name without the labels at the end. */
export type Group = { readonly name: string; readonly specs: readonly string[] }

/** Reads the groups of `specs.txt`: a line `# NAME`, and the specs below it. */
export async function readGroups(): Promise<readonly Group[]> {
  const text = await readFile(join(folder, 'specs.txt'), 'utf8')
  return text.trim().split('\n\n').map(parseGroup)
}

/** Reads `not-yet.json`: the specs that do not pass yet, each with the reason. */
export async function readNotYet(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(folder, 'not-yet.json'), 'utf8')
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>)) // the format of the file
}

function parseGroup(text: string): Group {
  const [heading = '', ...specs] = text.split('\n')
  if (!heading.startsWith('# ')) throw new Error(`specs.txt: a group begins with "# NAME", not with ${heading}`)
  return { name: heading.slice(2), specs }
}
