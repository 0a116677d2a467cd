import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { thoseOf } from '../../src/model/registry/kubernetes-version.js'
import { root } from '../package/install.js'

/** The folder of the official specs: the Go module, and the lists of specs to run. */
export const folder = join(root, 'test/official')

/** Specs that run in sequence against one server, by full name without the labels at the end. */
export type Group = { readonly name: string; readonly specs: readonly string[] }

const versions = ['1.33', '1.37'] as const

/** The versions of Kubernetes whose specs are listed. */
export type SpecsVersion = (typeof versions)[number]

/** The version whose specs run: that of the environment variable, or the first. */
export function specsVersion(): SpecsVersion {
  const named = process.env['FAKECLUSTER_KUBERNETES_VERSION'] ?? '1.33'
  const version = versions.find((each) => each === named)
  if (version) return version
  throw new Error(`the specs of ${versions.join(' and ')} are listed, not those of ${named}`)
}

/**
 * Reads the groups of `specs.txt` that have specs of a version: a line `# NAME`, and the specs below it, with the marks
 * of generated tables (`>37:` since 1.37, `<37:` until then).
 */
export async function readGroups(version: SpecsVersion): Promise<readonly Group[]> {
  const text = await readFile(join(folder, 'specs.txt'), 'utf8')
  return text
    .trim()
    .split('\n\n')
    .map((group) => parseGroup(group, version))
    .filter(({ specs }) => specs.length > 0)
}

/** Reads `not-yet.json`: the specs that do not pass yet, each with the reason. */
export async function readNotYet(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(folder, 'not-yet.json'), 'utf8')
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>)) // the format of the file
}

function parseGroup(text: string, version: SpecsVersion): Group {
  const [heading = '', ...specs] = text.split('\n')
  if (!heading.startsWith('# ')) throw new Error(`specs.txt: a group begins with "# NAME", not with ${heading}`)
  return { name: heading.slice(2), specs: thoseOf(specs, version) }
}
