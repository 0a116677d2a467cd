import { withoutNotes } from '../../base/json/as-given.js'
import { worded } from '../../base/errors/wording.js'
import { compareBytes, withMembers } from '../../base/json/json.js'
import type { JsonTree } from '../../base/json/json-tree.js'
import { type Decoded, decode } from '../../schema/decode.js'
import type { KubeObject } from '../../schema/object.js'
import { inWireOrder } from '../../schema/order.js'
import { inByteOrder, readStructural } from '../../schema/structural.js'
import type { KindDef } from './kind-def.js'

/**
 * Decodes a value as an object of a kind, by its struct or its structural schema. Defaults of a struct are filled in,
 * those of a structural schema not yet. Parts shared with `from`, an object that the value was made from (as by a
 * patch), are not decoded again.
 *
 * @throws DecodeError
 */
export const readAs = (
  { schema, structural, wording }: KindDef,
  value: unknown,
  written?: JsonTree,
  from?: KubeObject,
): Decoded<KubeObject> =>
  structural
    ? readStructural(structural, value, written, from)
    : worded(wording, () => decode(schema, value, written, from))

/** Returns an object as it is stored, with its members in wire order, as those that it shares with `old` are. */
export const inOrder = ({ schema, structural }: KindDef, object: KubeObject, old?: KubeObject): KubeObject =>
  structural
    ? inByteOrder(withoutNotes(object))
    : inWireOrder(schema, withTextsInOrder(withoutNotes(object), old), 1, old)

/** Sorts labels and annotations, to which rules may have added, into the order in which maps are written. */
function withTextsInOrder(object: KubeObject, old?: KubeObject): KubeObject {
  // Options of a connection have no metadata.
  const { labels, annotations } = object.metadata ?? {}
  const before = old?.metadata
  if (
    (!labels || labels === before?.labels || isInByteOrder(labels)) &&
    (!annotations || annotations === before?.annotations || isInByteOrder(annotations))
  )
    return object
  return {
    ...object,
    metadata: withMembers(object.metadata, {
      ...(labels && { labels: inByteOrderOf(labels) }),
      ...(annotations && { annotations: inByteOrderOf(annotations) }),
    }),
  }
}

type Texts = { readonly [name: string]: string }

function isInByteOrder(texts: Texts): boolean {
  let last = ''
  for (const name in texts) {
    if (compareBytes(last, name) > 0) return false
    last = name
  }
  return true
}

const inByteOrderOf = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).sort(([a], [b]) => compareBytes(a, b)))
