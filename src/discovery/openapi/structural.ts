import { type JsonObject, isObject } from '../../base/json.js'
import type { Schema } from '../../schema/types.js'

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
  'deduced',
  '~type',
  // Not part of the structural schema that a server converts to.
  'example',
  'externalDocs',
])
// The aggregator removes the defaults from the version 2 document.
const NOT_PLAIN: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'nullable', 'default'])

/** Writes the schema of a custom resource (apiextensions: ToStructuralOpenAPIV2, addEmbeddedProperties). */
export function writeStructural(schema: Schema, writer: StructuralWriter): JsonObject {
  const { plain } = writer
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true
  const hidden = plain && (schema.nullable === true || open)
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema))
    if (!INTERNAL.has(key) && !(plain && NOT_PLAIN.has(key)) && value !== undefined) out[key] = value
  const { properties, items, additionalProperties } = schema
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
    out['properties'] = { ...(isObject(own) ? own : {}), ...writer.head() }
    out['required'] = [...new Set([...(schema.required ?? []), 'kind', 'apiVersion'])]
  }
  return out
}

const mapped = (members: { readonly [name: string]: Schema }, write: (member: Schema) => JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(members)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, write(member)]),
  )
