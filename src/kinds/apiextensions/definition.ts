import { setOwn } from '../../base/json/json.js'
import { stepsInParts } from '../../base/turns/work-in-parts.js'
import type { Steps } from '../../base/turns/steps.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'

/** A table column of a definition. */
export type ColumnDefinition = {
  readonly name: string
  readonly type: string
  readonly jsonPath: string
  readonly format?: string
  readonly description?: string
  readonly priority?: number
}

/** The paths of the fields that a Scale shows. */
export type ScalePaths = {
  readonly specReplicasPath: string
  readonly statusReplicasPath: string
  readonly labelSelectorPath?: string
}

/** A schema as written in a definition. */
export type RawSchema = Omit<Schema, 'additionalProperties' | 'properties' | 'items'> & {
  readonly title?: string
  readonly properties?: { readonly [member: string]: RawSchema }
  readonly additionalProperties?: RawSchema | boolean
  readonly items?: RawSchema
}

/** A version of a definition. */
export type DefinitionVersion = {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
  readonly deprecated?: boolean
  readonly deprecationWarning?: string
  readonly schema?: { readonly openAPIV3Schema?: RawSchema }
  readonly subresources?: { readonly status?: object; readonly scale?: ScalePaths }
  readonly additionalPrinterColumns?: readonly ColumnDefinition[]
  readonly selectableFields?: readonly { readonly jsonPath: string }[]
}

/** The names of a kind. */
export type AcceptedNames = {
  readonly plural: string
  readonly kind: string
  readonly singular?: string | undefined
  readonly listKind?: string | undefined
  readonly shortNames?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
}

/** A condition of a definition. */
export type DefinitionCondition = {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime: string
  readonly reason?: string
  readonly message?: string
}

type ServiceReference = {
  readonly name: string
  readonly namespace: string
  readonly path?: string
  readonly port?: number
}

/** A CustomResourceDefinition of apiextensions.k8s.io/v1. */
export type Definition = KubeObject & {
  readonly spec: {
    readonly group: string
    readonly scope: string
    readonly preserveUnknownFields?: boolean
    readonly names: AcceptedNames
    readonly versions: readonly DefinitionVersion[]
    readonly conversion?: {
      readonly strategy: string
      readonly webhook?: {
        readonly clientConfig?: {
          readonly url?: string
          readonly service?: ServiceReference
          readonly caBundle?: string
        }
        readonly conversionReviewVersions?: readonly string[] | null
      }
    }
  }
  readonly status?: {
    readonly conditions?: readonly DefinitionCondition[] | null
    readonly acceptedNames?: AcceptedNames
    readonly storedVersions?: readonly string[] | null
  }
}

/**
 * Converts a schema to the internal form: empty fields are kept, and `additionalProperties: true` becomes an empty
 * schema.
 */
export const schemaOf = (raw: RawSchema): Schema => stepsInParts(raw, schemaOf, () => readSchema(raw))

function* readSchema(raw: RawSchema): Steps<Schema> {
  const { properties, additionalProperties, items, ...rest } = raw
  // What is not allowed is not pruned either, but refused.
  const map = typeof additionalProperties === 'boolean' ? {} : additionalProperties
  const members: Record<string, Schema> = {}
  for (const [name, member] of Object.entries(properties ?? {}))
    setOwn(members, name, { ...(yield* readSchema(member)), empty: 'keep' as const })
  const ofMap = map && (yield* readSchema(map))
  const ofItems = items && (yield* readSchema(items))
  yield
  return {
    ...rest,
    ...deducedOf(raw),
    ...(properties ? { properties: members } : {}),
    ...(ofMap ? { additionalProperties: ofMap } : {}),
    ...(ofItems ? { items: ofItems } : {}),
    ...(additionalProperties === false ? { closed: true as const } : {}),
    ...(yield* readAlternatives(raw)),
  }
}

function* readAlternatives({ not, ...raw }: RawSchema): Steps<Pick<Schema, 'allOf' | 'anyOf' | 'oneOf' | 'not'>> {
  const read: { [word in 'allOf' | 'anyOf' | 'oneOf']?: readonly Schema[] } = {}
  for (const word of ['allOf', 'anyOf', 'oneOf'] as const) {
    const list: Schema[] = []
    for (const one of raw[word] ?? []) list.push(yield* readSchema(one))
    if (list.length > 0) read[word] = list
  }
  return not ? { ...read, not: yield* readSchema(not) } : read
}

function deducedOf({ type, properties, additionalProperties, ...raw }: RawSchema): Pick<Schema, 'deduced'> {
  const open = raw['x-kubernetes-preserve-unknown-fields'] === true
  if (type === 'object')
    return open || additionalProperties === true || (!properties && !additionalProperties) ? { deduced: 'members' } : {}
  return type === undefined && open ? { deduced: 'all' } : {}
}

/** The group, version and resource of CustomResourceDefinitions. */
export const DEFINITIONS = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
} as const
/** The store's table of CustomResourceDefinitions. */
export const DEFINITION_TABLE = 'apiextensions.k8s.io/customresourcedefinitions'
