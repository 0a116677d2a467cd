import { readFile } from 'node:fs/promises'
import type { ClusterOptions } from '../cluster-options.js'
import type { Kind } from '../registry/kind.js'
import { fromOpenAPI } from '../registry/openapi/from-openapi.js'
import { profiles } from '../registry/profile.js'
import { pathOf } from '../registry/registry.js'
import { builtinKinds } from '../kinds/builtin.js'
import { late, yieldingKinds } from '../kinds/late.js'
import { StartError, fileFailure } from './failure.js'

/**
 * Reads the kinds of OpenAPI v3 documents, but for those that are served anyway and those an earlier document has.
 *
 * @throws StartError for a file that cannot be read or holds something else
 */
export async function readKinds(files: readonly string[], options: ClusterOptions): Promise<readonly Kind[]> {
  const profile = profiles[options.profile ?? 'kubernetes']
  const own = [...builtinKinds, ...(options.kinds ?? [])].map((kind) => late(kind, profile))
  const taken = new Set([...own, ...yieldingKinds(profile, options.companions !== false)].map(pathOf))
  const kinds: Kind[] = []
  for (const file of files) {
    for (const kind of await readDocument(file)) {
      const path = pathOf(kind(profile))
      if (!taken.has(path)) kinds.push(kind)
      taken.add(path)
    }
  }
  return kinds
}

async function readDocument(file: string): Promise<readonly Kind[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw fileFailure(error, 'read', file)
  })
  try {
    return fromOpenAPI(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new StartError(`${file} is no OpenAPI v3 document: ${error.message}.`, { cause: error })
    throw error
  }
}
