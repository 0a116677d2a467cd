import type { JsonTree } from '../base/json-tree.js'
import { type Decoded, decode } from '../schema/decode.js'
import type { KubeObject } from '../schema/object.js'
import { inWireOrder } from '../schema/order.js'
import { inByteOrder, readStructural } from '../schema/structural.js'
import type { KindDef } from './kind-def.js'

/**
 * Reads a value as an object of a kind, by its struct or its structural schema. Defaults of a struct are filled, those of a
 * structural schema not yet.
 *
 * @throws DecodeError
 */
export const readAs = ({ schema, structural }: KindDef, value: unknown, written?: JsonTree): Decoded<KubeObject> =>
  structural ? readStructural(structural, value, written) : decode(schema, value, written)

/** An object with its members in the order they are written. */
export const inOrder = ({ schema, structural }: KindDef, object: KubeObject): KubeObject =>
  structural ? inByteOrder(object) : inWireOrder(schema, object)
