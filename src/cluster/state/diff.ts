import { append } from '../../base/lists/lists.js'
import { type KubeObject, changedObject, identityOf } from '../../schema/object.js'
import { diffMaps } from '../../base/lists/sorted-map.js'
import { compareBytes } from '../../base/json/json.js'
import { type JsonPatchOperation, createJsonPatch } from '../../model/patch/diff.js'
import { emptyTable } from '../../store/tables.js'
import type { State } from '../../store/transaction.js'

/** The difference of one object between two states. */
export type ObjectDiff = {
  readonly type: 'added' | 'removed' | 'changed'
  readonly kind: string
  readonly apiVersion: string
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  readonly name: string
  /**
   * A JSON Patch from the old object to the new one; a single operation on the whole document if the object was added
   * or removed.
   */
  readonly patch: readonly JsonPatchOperation[]
}

/** Options of a comparison. */
export type DiffOptions = {
  /**
   * JSON Pointers of fields to ignore, including everything below them, such as `/metadata/managedFields` (default
   * none).
   */
  readonly ignore?: readonly string[]
}

/** Returns the objects that differ, by table and key. Parts that the two states share cost nothing to compare. */
export function diffStates(
  a: State<KubeObject>,
  b: State<KubeObject>,
  { ignore = [] }: DiffOptions = {},
): readonly ObjectDiff[] {
  const found: ObjectDiff[] = []
  const counts = ({ path }: JsonPatchOperation) =>
    !ignore.some((pointer) => path === pointer || path.startsWith(`${pointer}/`))
  for (const name of [...new Set([...a.tables.keys(), ...b.tables.keys()])].sort(compareBytes)) {
    const before = a.tables.get(name) ?? emptyTable<KubeObject>()
    const after = b.tables.get(name) ?? emptyTable<KubeObject>()
    if (before === after) continue
    const own: (readonly [key: string, diff: ObjectDiff])[] = []
    diffMaps(before, after, (key, old, next) => {
      const patch = patchOf(old, next).filter(counts)
      if (patch.length > 0)
        own.push([
          key,
          {
            type: !old ? 'added' : !next ? 'removed' : 'changed',
            ...identityOf(changedObject({ prev: old, next })),
            patch,
          },
        ])
    })
    append(
      found,
      own.sort(([x], [y]) => compareBytes(x, y)).map(([, diff]) => diff),
    )
  }
  return found
}

function patchOf(before: KubeObject | undefined, after: KubeObject | undefined): readonly JsonPatchOperation[] {
  if (!before) return [{ op: 'add', path: '', value: after }]
  return after ? createJsonPatch(before, after) : [{ op: 'remove', path: '' }]
}
