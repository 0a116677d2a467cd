import { deepFreeze } from '../../base/json/json.js'
import { splitApiVersion } from '../../model/registry/type-meta.js'
import { inOrder, readAs } from '../../model/registry/read.js'
import type { Registry } from '../../model/registry/registry.js'
import { reread } from '../../rest/write/stored-form.js'
import { DecodeError } from '../../schema/decode.js'
import { type KubeObject, identityOf } from '../../schema/object.js'
import { formatObject } from '../../server/journal/format.js'
import { createKinds } from './kinds.js'
import { objectsIn } from './start.js'
import type { Bundle, BundleChange, BundleObject } from './types.js'
import type { Store } from '../../store/store.js'

/** A Bundle as read in a version of Kubernetes, and what of its objects that version has no place for, a line each. */
type Fitted = { readonly bundle: Bundle; readonly misfits: readonly string[] }

/** Returns an object as a version stores it; undefined if that has no place for it. */
type Read = (object: KubeObject) => KubeObject | undefined

/**
 * Reads a Bundle in the version of a cluster that was just made, which replaces the objects that every server has from
 * the start and nobody has written. Misfits are those of the state at a revision and before.
 *
 * @param own the kinds of the version that wrote the Bundle
 */
export function fittedBundle(
  bundle: Bundle,
  { registry, store }: { readonly registry: Registry; readonly store: Store<KubeObject> },
  own: Registry,
  at: number,
): Fitted {
  const misfits = new Set<string>()
  const read = createReader(registry, own, (line) => void misfits.add(line))
  const readSilently = createReader(registry, own, () => undefined)
  const kinds = createKinds(registry)
  const tables = new Map(bundle.kinds.map(({ apiVersion, kind, table }) => [`${apiVersion} ${kind}`, table]))
  const placed = (object: KubeObject, revision: number): KubeObject | undefined => {
    const found = revision > at ? readSilently(object) : read(object)
    const table = tables.get(`${object.apiVersion} ${object.kind}`)
    if (found && table !== undefined) kinds.meet(table, found)
    return found
  }
  const bootstrap = objectsIn(store.state()).map(({ table, object }): BundleObject => {
    kinds.meet(table, object)
    return { object, cells: [], bootstrap: true }
  })
  const start = bundle.start.flatMap((held): readonly BundleObject[] => {
    const object = held.bootstrap ? undefined : placed(held.object, bundle.from)
    return object ? [{ object, cells: [] }] : []
  })
  const changes = bundle.changes.flatMap((change): readonly BundleChange[] => {
    const { object, ...others } = change
    if (!object) return readSilently(withoutContents(change)) ? [change] : []
    const found = placed(object, change.revision)
    return found ? [{ ...others, ...identityOf(found), object: found }] : []
  })
  return {
    bundle: { ...bundle, kinds: [...bundle.kinds, ...kinds.met()], start: [...bootstrap, ...start], changes },
    misfits: [...misfits],
  }
}

/** An object of which only the identity is known. */
const withoutContents = ({ apiVersion, kind, namespace, name }: BundleChange): KubeObject => ({
  ...{ apiVersion, kind },
  metadata: { name, ...(namespace === '' ? {} : { namespace }) },
})

/** Nobody has written it: a kubelet reports its features, and that of another version reports its own. */
const REPORTED = 'unknown field "status.declaredFeatures"'

/** Returns what reads objects in a version, and tells what of them that has no place for. */
const createReader =
  (registry: Registry, own: Registry, told: (line: string) => void): Read =>
  (object) => {
    const { apiVersion, kind } = object
    const def = registry.of(apiVersion, kind) ?? inAnotherVersion(registry, object)
    // Custom resources are defined by objects, and are in every version as they are.
    if (!def && !own.of(apiVersion, kind)) return object
    const tell = (what: string) => told(`${formatObject(identityOf(object))}: ${what}`)
    if (!def) {
      tell(`${kind} of ${apiVersion} is not served`)
      return undefined
    }
    try {
      const { object: decoded, faults } = readAs(def, { ...object, apiVersion: def.apiVersion })
      for (const fault of faults) if (kind !== 'Node' || fault !== REPORTED) tell(fault)
      return deepFreeze(inOrder(def, reread(def, decoded)))
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      tell(error.message)
      return undefined
    }
  }

/** Returns the kind of an object in another version of its group, if it is served in any. */
const inAnotherVersion = (registry: Registry, { apiVersion, kind }: KubeObject) => {
  const [group] = splitApiVersion(apiVersion)
  return registry.kinds().find((def) => def.kind === kind && def.group === group)
}
