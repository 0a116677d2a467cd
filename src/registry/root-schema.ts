import { always, string } from '../schema/builders.js'
import { ownMeta } from '../schema/metadata.js'
import type { Schema } from '../schema/types.js'

const common = { kind: string(), apiVersion: string(), metadata: always(ownMeta) }

/** What a declaration says of an object as a whole. */
type Declared = {
  readonly component: string
  readonly structural?: Schema
  readonly required?: readonly string[]
  readonly description?: string
}

/** The schema of an object with members of its own; kind, apiVersion and metadata are added. */
export const rootSchema = (
  { component, structural, required, description }: Declared,
  own: { readonly [member: string]: Schema },
): Schema => ({
  type: 'object',
  component,
  properties: { ...common, ...own },
  ...(structural ? rootOf(structural) : {}),
  ...(required && required.length > 0 ? { required } : {}),
  ...(description ? { description } : {}),
})

/** What the root of a structural schema says of the object as a whole. */
const rootOf = (structural: Schema): Partial<Schema> => ({
  structural,
  // Without that the head all objects have is all there is, where the schema names no other members.
  ...(structural['x-kubernetes-preserve-unknown-fields']
    ? { 'x-kubernetes-preserve-unknown-fields': true, ...(structural.deduced ? { deduced: structural.deduced } : {}) }
    : {}),
})
