import { type JsonObject, isObject } from '../../base/json.js'
import type { Schema } from '../../schema/types.js'

/** How schemas of custom resources are told. */
type StructuralWriter = {
  /** Swagger 2.0 knows neither alternatives nor nulls, and kubectl takes what is listed in it for all there is. */
  readonly plain: boolean
  /** The members of an object inside an object: its type and metadata. */
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
  // No part of what a server makes of a schema.
  'example',
  'externalDocs',
])
// The aggregator takes the defaults out of the document of version 2.
const NOT_PLAIN: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'nullable', 'default'])

/** A schema of a custom resource as documents tell it (apiextensions: ToStructuralOpenAPIV2, addEmbeddedProperties). */
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
