import { createCluster } from '../../../cluster/cluster.js'
import type { JsonObject } from '../../../base/json/json.js'
import { type LoadFault, LoadError, everyFault } from '../../../base/input/load-error.js'
import type { Found } from './found.js'

/**
 * Removes what a cluster would not load, and reports the reasons: kinds and fields of a newer server, or what is
 * refused here for a reason in docs/departures.md.
 */
export async function fitForLoad(found: Found, note: (line: string) => void): Promise<Found> {
  for (let left = found; ;) {
    const error = await loadFailure(left)
    if (!error) return left
    const next = without(left, everyFault(error), note)
    // The fault is in none of the inputs, so it is a bug of this package.
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
      // Documents are named by their group version.
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
