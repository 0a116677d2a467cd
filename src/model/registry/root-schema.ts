import { always, string } from '../../schema/builders.js'
import { type ObjectMeta, ownMeta } from '../../schema/metadata.js'
import type { Schema } from '../../schema/types.js'
import { type KubernetesVersion, atLeast } from './kubernetes-version.js'

/** Tells whether metadata without a creationTimestamp is written without one: before 1.34 it is null. */
export const omitsUnsetCreation = (version: KubernetesVersion): boolean => atLeast(version, '1.34')

// An unset Time is serialized as null, which its type does not allow.
const WITH_NULL = { creationTimestamp: null } as unknown as ObjectMeta
const NONE: ObjectMeta = {}

/** Returns the metadata of an object that was never stored, as a server of a version writes it. */
export const unstoredMetadata = (version: KubernetesVersion): ObjectMeta =>
  omitsUnsetCreation(version) ? NONE : WITH_NULL

const common = { kind: string(), apiVersion: string(), metadata: always(ownMeta) }

/** What a declaration says about the object as a whole. */
type Declared = {
  readonly component: string
  readonly structural?: Schema
  readonly required?: readonly string[]
  readonly description?: string
}

/** Returns the schema of an object with its own members; kind, apiVersion and metadata are added. */
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

/** Returns what the root of a structural schema says about the object as a whole. */
const rootOf = (structural: Schema): Partial<Schema> => ({
  structural,
  // Otherwise an object whose schema names no members would lose all but kind, apiVersion and metadata.
  ...(structural['x-kubernetes-preserve-unknown-fields']
    ? { 'x-kubernetes-preserve-unknown-fields': true, ...(structural.deduced ? { deduced: structural.deduced } : {}) }
    : {}),
})
