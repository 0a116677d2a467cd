import type { JsonObject } from '../../base/json.js'
import type { Schema } from '../../schema/types.js'
import type { Dialect } from './dialect.js'
import type { GroupVersionKind } from './operation.js'
import { writeStructural } from './structural.js'

/** A struct documents name, and the kinds it is the schema of. */
export type Root = { readonly schema: Schema; readonly kinds?: readonly GroupVersionKind[] }

/** The structs of the roots and all they refer to, by component name, as a dialect writes them. */
export function componentsOf(roots: readonly Root[], dialect: Dialect): { readonly [component: string]: JsonObject } {
  const found = new Map<string, JsonObject>()
  // Absent for structs that are no roots: what these are described as is what the member is that they are met at.
  const kinds = new Map(roots.map((root) => [root.schema.component, root.kinds ?? []]))
  const refer = (component: string, make: () => JsonObject): JsonObject => {
    if (!found.has(component)) {
      // Set before it is made, so that a struct may hold itself.
      found.set(component, {})
      found.set(component, make())
    }
    return { $ref: dialect.references + component }
  }

  const structOf = (schema: Schema): JsonObject => ({
    type: 'object',
    ...(schema.required ? { required: schema.required } : {}),
    ...(Object.keys(schema.properties ?? {}).length > 0
      ? { properties: mapped(schema.properties!, (member) => memberOf(member)) }
      : {}),
    ...(schema['x-kubernetes-map-type'] ? { 'x-kubernetes-map-type': schema['x-kubernetes-map-type'] } : {}),
  })

  const componentOf = (schema: Schema, own: Root['kinds']): JsonObject =>
    schema.structural ? structuralOf(schema, schema.structural, own) : structComponent(schema, own)

  const structuralOf = ({ properties = {} }: Schema, root: Schema, own: Root['kinds'] = []): JsonObject => {
    const plain = !dialect.defaults
    const kinds = { 'x-kubernetes-group-version-kind': own }
    // What is not listed would be refused by kubectl.
    if (plain && root['x-kubernetes-preserve-unknown-fields']) return { type: 'object', ...kinds }
    const head = () =>
      mapped(
        {
          apiVersion: properties['apiVersion']!,
          kind: properties['kind']!,
          metadata: { ...properties['metadata']!, empty: 'keep' },
        },
        memberOf,
      )
    const written = writeStructural(
      { ...root, properties: root.properties ?? {} },
      { plain, head: head as () => { readonly [member: string]: JsonObject } },
    )
    return { ...written, properties: sorted({ ...(written['properties'] as JsonObject), ...head() }), ...kinds }
  }

  const structComponent = (schema: Schema, own: Root['kinds']): JsonObject => ({
    ...(own && schema.description ? { description: schema.description } : {}),
    ...structOf(schema),
    ...(own && own.length > 0 ? { 'x-kubernetes-group-version-kind': own } : {}),
  })

  function memberOf(schema: Schema): JsonObject {
    const reference = referenceOf(schema)
    const rest = {
      ...(schema.description ? { description: schema.description } : {}),
      ...defaultOf(schema, schema.empty === 'emit' && !schema.nullable),
    }
    return reference
      ? dialect.refer(reference, { ...rest, ...strategyOf(schema), ...granularityOf(schema) })
      : { ...rest, ...plainOf(schema) }
  }

  function elementOf(schema: Schema): JsonObject {
    const reference = referenceOf(schema)
    const rest = defaultOf(schema, true)
    // Lists are merged as members; of a list in a map nothing is told.
    const { 'x-kubernetes-list-type': _, ...plain } = schema
    if (!reference) return { ...rest, ...plainOf(plain) }
    return Object.keys(rest).length > 0 ? dialect.refer(reference, rest) : reference
  }

  function referenceOf(schema: Schema): JsonObject | undefined {
    const scalar = schema.format && dialect.scalars[schema.format]
    if (scalar) return refer(scalar.component, () => scalar.schema)
    return isStruct(schema) && schema.component
      ? refer(schema.component, () => componentOf(schema, kinds.get(schema.component!)))
      : undefined
  }

  function plainOf(schema: Schema): JsonObject {
    if (isStruct(schema))
      return {
        ...structOf(schema),
        ...(schema['x-kubernetes-preserve-unknown-fields'] ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
      }
    const keys = schema['x-kubernetes-list-map-keys']
    return {
      ...(schema.type ? { type: schema.type } : {}),
      ...(schema.format ? { format: schema.format } : {}),
      ...(schema.enum ? { enum: schema.enum } : {}),
      ...(schema.items ? { items: elementOf(schema.items) } : {}),
      ...(schema.additionalProperties ? { additionalProperties: elementOf(schema.additionalProperties) } : {}),
      ...(keys ? { 'x-kubernetes-list-map-keys': keys } : {}),
      ...(schema['x-kubernetes-map-type'] ? { 'x-kubernetes-map-type': schema['x-kubernetes-map-type'] } : {}),
      ...strategyOf(schema),
    }
  }

  const defaultOf = (schema: Schema, always: boolean): JsonObject => {
    const value = dialect.defaults ? (schema.default ?? zeroOf(schema, always)) : undefined
    return value === undefined ? {} : { default: value }
  }

  for (const { schema } of roots) referenceOf(schema)
  return Object.fromEntries([...found].sort(byName))
}

const sorted = (members: JsonObject): JsonObject => Object.fromEntries(Object.entries(members).sort(byName))

const isStruct = ({ type, additionalProperties }: Schema) => type === 'object' && !additionalProperties

const ZEROS: { readonly [type: string]: unknown } = { string: '', integer: 0, number: 0, boolean: false }

// A struct that is no pointer is never missing; a scalar only where it is always written.
function zeroOf(schema: Schema, always: boolean): unknown {
  if (isStruct(schema)) return schema.empty === 'keep' || schema.nullable || schema.structural ? undefined : {}
  return always && schema.type && !isFormatted(schema) ? ZEROS[schema.type] : undefined
}

const FORMATTED = ['date-time', 'micro-time', 'quantity', 'int-or-string', 'byte']
const isFormatted = ({ format }: Schema) => format !== undefined && FORMATTED.includes(format)

const STRATEGIES = ['x-kubernetes-list-type', 'x-kubernetes-patch-merge-key', 'x-kubernetes-patch-strategy'] as const

const strategyOf = (schema: Schema): JsonObject =>
  Object.fromEntries(STRATEGIES.flatMap((key) => (schema[key] ? [[key, schema[key]]] : [])))

// A struct that is one value where it is declared, and is not so here.
const granularityOf = (schema: Schema): JsonObject =>
  schema['x-kubernetes-map-type'] === 'granular' ? { 'x-kubernetes-map-type': 'granular' } : {}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)

const mapped = (members: { readonly [name: string]: Schema }, write: (member: Schema) => JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(members)
      .sort(byName)
      .map(([name, member]) => [name, write(member)]),
  )
