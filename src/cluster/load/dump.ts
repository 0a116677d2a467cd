import { isUnmade } from '../../base/lists/sorted-map.js'
import { isUntouched } from '../../kinds/bootstrap/untouched.js'
import { callerError } from '../../base/check/arguments.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { notServed } from '../../model/registry/kind-words.js'
import type { RestContext } from '../../rest/context.js'
import { tableOf } from '../../rest/context.js'
import { releaseName } from '../../model/registry/releases.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import { RELEASE_ANNOTATION } from './fit.js'

/** Options of a dump. */
export type DumpOptions = {
  /** Only objects of these kinds. */
  readonly kinds?: readonly string[]
  /**
   * Includes the unmodified objects that every server has from the start: the Service `kubernetes`, roles, flow control
   * … (default false).
   */
  readonly bootstrap?: boolean
}

/**
 * Writes every stored object as one YAML `List`, formatted like `kubectl get -o yaml`, namespaces first, then by kind
 * and name. Loading it restores the same state; an annotation names the release it is of. Computed objects are left
 * out, and unmodified ones that a server has from the start.
 *
 * @throws TypeError for a kind that is not served
 */
export async function dump(context: RestContext, options?: DumpOptions): Promise<string> {
  // Read now, whatever is written while the library loads.
  const items = storedObjects(context, options)
  const { encodeYaml } = await import('../../base/yaml/write.js')
  const annotations = { [RELEASE_ANNOTATION]: releaseName(context.registry.profile) }
  return encodeYaml({ apiVersion: 'v1', items, kind: 'List', metadata: { annotations } })
}

function storedObjects(
  { registry, store }: RestContext,
  { kinds, bootstrap = false }: DumpOptions = {},
): readonly KubeObject[] {
  const unknown = kinds?.find((kind) => !registry.named(kind))
  if (unknown !== undefined) throw callerError(`dump: ${notServed(registry, unknown)}`)
  const defs = registry.kinds().filter(({ kind }) => !kinds || kinds.includes(kind))
  const { tables } = store.state()
  // The versions of a kind share a table.
  const names = new Set([...defs.filter(isNamespace), ...defs].map((def) => tableOf({ def })))
  return [...names].flatMap((name) => {
    const table = tables.get(name)
    if (bootstrap) return objectsOf(table)
    return table && !isUnmade(table) ? objectsOf(table).filter((object) => !isUntouched(object)) : []
  })
}

const isNamespace = ({ kind, group }: KindDef) => kind === 'Namespace' && group === ''
