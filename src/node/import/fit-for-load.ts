import { createCluster } from '../../cluster/cluster.js'
import type { JsonObject } from '../../base/json.js'
import { type LoadFault, LoadError } from '../../source/load-error.js'
import type { Found } from './found.js'

/**
 * What of it a cluster takes. The rest is told, and why: kinds and members of a newer server, or what is refused here
 * for a reason that docs/departures.md has.
 */
export async function fitForLoad(found: Found, note: (line: string) => void): Promise<Found> {
  for (let left = found; ;) {
    const error = await loadFailure(left)
    if (!error) return left
    const next = without(left, error.faults, note)
    // What is at fault is no part of it, which would be a mistake of ours.
    if (next === undefined) throw error
    left = next
  }
}

async function loadFailure({ definitions, openapi, objects }: Found): Promise<LoadError | undefined> {
  try {
    const cluster = createCluster({
      controllers: 'none',
      clock: 'virtual',
      crds: [...definitions],
      // Documents are called what their group version is.
      openapi: openapi.flatMap(({ groupVersion, document, resources }) =>
        [document, resources].map((text) => ({ name: groupVersion, text })),
      ),
      fixtures: objects.flatMap((file) => file.objects),
    })
    await cluster.ready()
    cluster.close()
    return undefined
  } catch (error) {
    if (error instanceof LoadError) return error
    throw error
  }
}

function without(
  { definitions, openapi, objects }: Found,
  faults: readonly LoadFault[],
  note: (line: string) => void,
): Found | undefined {
  const bad = new Map<string, LoadFault>()
  for (const fault of faults) if (!bad.has(fault.source)) bad.set(fault.source, fault)
  let taken = 0
  const keeps = (source: string, name: string): boolean => {
    const fault = bad.get(source)
    if (!fault) return true
    taken++
    const { field, message } = fault
    note(`${fault.object ?? name} is left out: ${field ? `${field}: ` : ''}${message}`)
    return false
  }
  let at = 0
  const left: Found = {
    definitions: definitions.filter((_, i) => keeps(`crds[${i}]`, 'A definition')),
    openapi: openapi.filter(({ groupVersion }) => keeps(groupVersion, `The document of ${groupVersion}`)),
    objects: objects.map((file) => ({
      ...file,
      objects: file.objects.filter((object: JsonObject) => keeps(`fixtures[${at++}]`, String(object['kind']))),
    })),
  }
  return taken === 0 ? undefined : left
}
