import { withoutEmptied } from '../base/emptied.js'
import type { JsonTree } from '../base/json-tree.js'
import { type Decoded, decode } from '../schema/decode.js'
import type { KubeObject } from '../schema/object.js'
import { inWireOrder } from '../schema/order.js'
import { inByteOrder, readStructural } from '../schema/structural.js'
import type { KindDef } from './kind-def.js'

/**
 * Reads a value as an object of a kind, by its struct or its structural schema. Defaults of a struct are filled, those of a
 * structural schema not yet. Of a value made of an object of the kind, such as a patched one, what it shares with that is not read again.
 *
 * @throws DecodeError
 */
export const readAs = (
  { schema, structural }: KindDef,
  value: unknown,
  written?: JsonTree,
  from?: KubeObject,
): Decoded<KubeObject> =>
  structural ? readStructural(structural, value, written, from) : decode(schema, value, written, from)

/** An object as it is stored, with its members in the order they are written. */
export const inOrder = ({ schema, structural }: KindDef, object: KubeObject): KubeObject =>
  structural ? inByteOrder(object) : inWireOrder(schema, withoutEmptied(object))
