import { type JsonObject, isObject } from '../../../base/json/json.js'
import type { Schema } from '../../../schema/types.js'
import { allByName, byName, inOrder } from './order.js'

/** How schemas of custom resources are written. */
type StructuralWriter = {
  /**
   * For Swagger 2.0, which supports neither alternatives nor null, and of which kubectl rejects fields that are not
   * listed.
   */
  readonly plain: boolean
  /** Returns the common fields of an embedded object: its type and metadata. */
  readonly head: () => { readonly [member: string]: JsonObject }
}

const INTERNAL: ReadonlySet<string> = new Set([
  'empty',
  'component',
  'properties',
  'items',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'deduced',
  '~type',
  // Not part of the structural schema that a server converts to.
  'example',
  'externalDocs',
])
// The aggregator removes the defaults from the version 2 document.
const NOT_PLAIN: ReadonlySet<string> = new Set(['nullable', 'default'])
const ALTERNATIVES = ['allOf', 'anyOf', 'oneOf'] as const

/** Writes the schema of a custom resource (apiextensions: ToStructuralOpenAPIV2, addEmbeddedProperties). */
export function writeStructural(schema: Schema, writer: StructuralWriter): JsonObject {
  const { plain } = writer
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true
  const hidden = plain && (schema.nullable === true || open)
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema))
    if (!INTERNAL.has(key) && !(plain && NOT_PLAIN.has(key)) && value !== undefined)
      // The aggregator reads the values of extensions as maps.
      out[key] = plain && key.startsWith('x-') ? allByName(value) : value
  const { properties, items, additionalProperties } = schema
  if (!plain) Object.assign(out, alternativesOf(unfolded(schema), writer))
  if (additionalProperties) out['additionalProperties'] = writeStructural(additionalProperties, writer)
  if (items && !hidden) out['items'] = writeStructural(items, writer)
  if (properties && !hidden) out['properties'] = mapped(properties, (member) => writeStructural(member, writer))
  if (hidden && (schema.nullable === true || schema.type === 'object' || schema.type === 'array')) delete out['type']
  if (plain && properties && schema.required) {
    const left = schema.required.filter((name) => !properties[name]?.nullable)
    if (left.length > 0) out['required'] = left
    else delete out['required']
  }
  if (schema['x-kubernetes-embedded-resource'] && !(plain && open)) {
    const own = out['properties']
    out['properties'] = byName({ ...(isObject(own) ? own : {}), ...writer.head() })
    out['required'] = [...new Set([...(schema.required ?? []), 'kind', 'apiVersion'])]
  }
  return inOrder(out)
}

function alternativesOf(schema: Schema, writer: StructuralWriter): JsonObject {
  const lists = ALTERNATIVES.flatMap((key) => {
    const list = schema[key]
    return list ? [[key, list.map((each) => writeStructural(each, writer))] as const] : []
  })
  return { ...Object.fromEntries(lists), ...(schema.not ? { not: writeStructural(schema.not, writer) } : {}) }
}

/** Writes out what `x-kubernetes-int-or-string` means (apiextensions: Structural.Unfold). */
function unfolded(schema: Schema): Schema {
  const { anyOf, allOf = [] } = schema
  if (!schema['x-kubernetes-int-or-string'] || isIntOrString(anyOf) || isIntOrString(allOf[0]?.anyOf)) return schema
  return anyOf ? { ...schema, allOf: [{ anyOf: INT_OR_STRING }, ...allOf] } : { ...schema, anyOf: INT_OR_STRING }
}

const INT_OR_STRING: readonly Schema[] = [{ type: 'integer' }, { type: 'string' }]

const isIntOrString = (anyOf: readonly Schema[] = []): boolean =>
  anyOf.length === 2 && anyOf.every(({ type }, i) => type === INT_OR_STRING[i]?.type)

const mapped = (members: { readonly [name: string]: Schema }, write: (member: Schema) => JsonObject): JsonObject =>
  byName(Object.fromEntries(Object.entries(members).map(([name, member]) => [name, write(member)])))
