import { atLeast } from '../../../model/registry/kubernetes-version.js'
import { type JsonObject, encodeUnescapedJson, isObject, sortBytes } from '../../../base/json/json.js'
import { readJson } from '../../../base/json/json-text.js'
import { type Steps, finish } from '../../../base/turns/steps.js'
import { structNameOf, structOf as struct } from '../../../model/registry/struct-schema.js'
import type { Schema } from '../../../schema/types.js'
import { type ComponentTexts, type ComponentUnions, type Descriptions, unmarked } from './descriptions.js'
import type { Dialect } from './dialect.js'
import type { GroupVersionKind } from './operation.js'
import { byName, inOrder, allByName } from './order.js'

/** A schema that documents name, and the kinds it describes. */
export type Root = {
  readonly schema: Schema
  readonly kinds?: readonly GroupVersionKind[]
  /** Those that a document of OpenAPI 3 names, where it names only its own. */
  readonly ownKinds?: readonly GroupVersionKind[]
  /** The selectable fields of the kind, if documented. */
  readonly selectable?: readonly string[]
}

/**
 * Returns the marked JSON of the schemas of the roots and of all schemas they refer to, by component name, in a
 * dialect; `others` gives the roots that are written only where they are referenced.
 */
export const componentsOf = (given: Roots, dialect: Dialect, descriptions: Descriptions): Components =>
  finish(componentsInSteps(given, dialect, descriptions))

type Roots = { readonly roots: readonly Root[]; readonly others: (component: string) => Root | undefined }

/** The marked JSON of schemas by component name, in the order of the names; see {@link unmarked}. */
export type Components = ReadonlyMap<string, string>

/** {@link componentsOf} with one root a step. */
export function* componentsInSteps(
  { roots, others }: Roots,
  dialect: Dialect,
  { components: descriptions, unions, version }: Descriptions,
): Steps<Components> {
  const found = new Map<string, string>()
  const own = new Map(roots.map((root) => [root.schema.component, root]))
  const writer: Writer = {
    dialect,
    descriptions,
    unions,
    defaultsElements: !atLeast(version, '1.37'),
    // Other structs have no root: the description of one at a reference is that of the referring field.
    rootOf: (component = '') => own.get(component) ?? others(component),
    refer(component, make) {
      if (!found.has(component)) {
        // Set before it is written, so that a struct may contain itself.
        found.set(component, '')
        const described = descriptionOf(descriptions(component)?.get(''))
        const made = make()
        found.set(component, braced(made.startsWith(DESCRIBED) ? made : described + made))
      }
      return `"$ref":"${dialect.references}${component}",`
    },
  }
  for (const { schema } of roots) {
    referenceOf(writer, schema)
    yield
  }
  return new Map(sortBytes([...found.keys()]).map((name) => [name, found.get(name) ?? '']))
}

/**
 * Some keywords of a schema as marked JSON, each with a comma after it, in the order of a real server. Documents are
 * written as text at once: making objects of thousands of fields, and text of them, takes three times as long.
 */
type Keywords = string

const keyword = (name: string, value: unknown): Keywords =>
  value === undefined ? '' : `"${name}":${JSON.stringify(value)},`

const descriptionOf = (text: string | undefined): Keywords => (text ? `${DESCRIBED}${text},` : '')

const braced = (keywords: Keywords): string => `{${keywords.slice(0, -1)}}`

const DESCRIBED = '"description":'

/** The context for writing a document. */
type Writer = {
  readonly dialect: Dialect
  readonly descriptions: Descriptions['components']
  readonly unions: ComponentUnions
  /** Whether the elements of lists and maps have defaults. */
  readonly defaultsElements: boolean
  /** Returns the root whose schema has a component name. */
  readonly rootOf: (component: string | undefined) => Root | undefined
  /** Returns a reference to a component, which is written if it is not yet. */
  readonly refer: (component: string, make: () => Keywords) => Keywords
}

function structOf(writer: Writer, schema: Schema, given: Keywords = ''): Keywords {
  const { required, properties = {}, component = '' } = schema
  const texts =
    writer.descriptions(component) ?? (properties['items']?.items?.structural ? typeTexts(writer) : NO_TEXTS)
  let members = ''
  // The names of the members of Go structs are ASCII.
  for (const name of Object.keys(properties).sort()) {
    const member = properties[name]
    if (member) members += `"${name}":${memberOf(writer, member, texts.get(name))},`
  }
  return (
    `"type":"object",${given}${keyword('required', required)}` +
    (members === '' ? '' : `"properties":${braced(members)},`) +
    keyword('x-kubernetes-map-type', schema['x-kubernetes-map-type'])
  )
}

const NO_TEXTS: ComponentTexts = new Map()

const unionsOf = ({ unions }: Writer, { component = '' }: Schema): Keywords =>
  keyword('x-kubernetes-unions', unions[component])

const componentOf = (writer: Writer, met: Schema): Keywords => {
  const root = writer.rootOf(met.component)
  const schema = root?.schema ?? withOwnMapType(met)
  return schema.structural
    ? keywordsOf(
        structuralOf(writer, schema, schema.structural, {
          'x-kubernetes-group-version-kind': [],
          ...extensionsOf(root),
        }),
      )
    : structComponent(writer, schema, root)
}

function keywordsOf(written: JsonObject): Keywords {
  const inside = encodeUnescapedJson(written).slice(1, -1)
  return inside === '' ? '' : `${inside},`
}

/** Returns the descriptions of apiVersion and kind in a list of custom resources, for which no Go struct has any. */
const typeTexts = ({ descriptions }: Writer): ComponentTexts =>
  new Map(
    Array.from(descriptions(HEAD_OF) ?? NO_TEXTS).filter(([member]) => member === 'apiVersion' || member === 'kind'),
  )

/** Restores the struct's own map type, if the field that refers to it has another. */
function withOwnMapType(met: Schema): Schema {
  const name = met['x-kubernetes-map-type'] === undefined ? undefined : structNameOf(met.component ?? '')
  if (name === undefined) return met
  const { 'x-kubernetes-map-type': _, ...schema } = met
  const own = struct(name)['x-kubernetes-map-type']
  return own === undefined ? schema : { ...schema, 'x-kubernetes-map-type': own }
}

/** Returns the extensions of a kind. */
const extensionsOf = ({ kinds = [], selectable = [] }: Partial<Root> = {}): JsonObject => ({
  ...(kinds.length > 0
    ? { 'x-kubernetes-group-version-kind': kinds.map(({ group, kind, version }) => ({ group, kind, version })) }
    : {}),
  ...(selectable.length > 0
    ? { 'x-kubernetes-selectable-fields': selectable.map((fieldPath) => ({ fieldPath })) }
    : {}),
})

function structuralOf(writer: Writer, { properties }: Schema, root: Schema, extensions: JsonObject): JsonObject {
  const plain = !writer.dialect.defaults
  // kubectl would reject fields that are not listed.
  if (plain && root['x-kubernetes-preserve-unknown-fields']) return { type: 'object', ...extensions }
  const texts = writer.descriptions(HEAD_OF) ?? NO_TEXTS
  const head = () => headOf(writer, properties, new Map([...texts, ...INSIDE]))
  const written = writeStructural({ ...root, properties: root.properties ?? {} }, { plain, head })
  const members = isObject(written['properties']) ? written['properties'] : {}
  return inOrder({
    ...written,
    properties: byName({ ...members, ...headOf(writer, properties, texts) }),
    ...extensions,
  })
}

// These descriptions are the same in every kind.
const HEAD_OF = 'io.k8s.api.core.v1.ConfigMap'

// An embedded object has other descriptions (apiextensions: addEmbeddedProperties), whatever its definition says.
const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md'
const INSIDE = new Map([
  [
    'apiVersion',
    `"apiVersion defines the versioned schema of this representation of an object. More info: ${CONVENTIONS}#resources"`,
  ],
  [
    'kind',
    `"kind is a string value representing the type of this object. In CamelCase. More info: ${CONVENTIONS}#types-kinds"`,
  ],
])

/** Returns the fields common to all objects, with their descriptions. */
function headOf(
  writer: Writer,
  properties: Schema['properties'] = {},
  texts: ComponentTexts,
): { readonly [member: string]: JsonObject } {
  const { apiVersion, kind, metadata } = properties
  if (!apiVersion || !kind || !metadata) return {}
  const head = { apiVersion, kind, metadata: { ...metadata, empty: 'keep' as const } }
  const read = (written: string) => readJson(unmarked(written)) as JsonObject // it is a schema
  return mapped(head, (member, name) => read(memberOf(writer, member, texts.get(name))))
}

const structComponent = (writer: Writer, schema: Schema, root: Root | undefined): Keywords =>
  (root && !writer.descriptions(schema.component ?? '')
    ? keyword('description', schema.description || undefined)
    : '') +
  structOf(writer, schema) +
  unionsOf(writer, schema) +
  keywordsOf(extensionsOf(root))

/** Returns the description that a schema has itself, as JSON. */
const ownTextOf = ({ description }: Schema): string | undefined => description && JSON.stringify(description)

function memberOf(writer: Writer, schema: Schema, described = ownTextOf(schema)): string {
  const { dialect } = writer
  const reference = referenceOf(writer, schema)
  const description = descriptionOf(described)
  const given = defaultOf(dialect, schema, schema.empty === 'emit' && !schema.nullable)
  return braced(
    reference === undefined
      ? description + plainOf(writer, schema, given, listTypeOf(schema))
      : dialect.refer(reference, description + given, listTypeOf(schema) + granularityOf(schema) + patchesOf(schema)),
  )
}

function elementOf(writer: Writer, schema: Schema): string {
  const { dialect, defaultsElements } = writer
  const reference = referenceOf(writer, schema)
  const given = defaultsElements ? defaultOf(dialect, schema, true) : ''
  // List types belong to fields; nothing is documented for a list in a map.
  return braced(reference === undefined ? plainOf(writer, schema, given, '') : dialect.refer(reference, given, ''))
}

function referenceOf(writer: Writer, schema: Schema): Keywords | undefined {
  const { dialect, refer } = writer
  const scalar = schema.format && dialect.scalars[schema.format]
  if (scalar) return refer(scalar.component, () => keywordsOf(scalar.schema))
  if (schema.told) return refer(schema.told, () => '')
  if (!isStruct(schema) || !schema.component) return undefined
  return refer(schema.component, () => componentOf(writer, schema))
}

/** Writes a schema besides its description; `given` is its default, `listType` the type of the list. */
function plainOf(writer: Writer, schema: Schema, given: Keywords, listType: Keywords): Keywords {
  if (isStruct(schema))
    return (
      structOf(writer, schema, given) +
      (schema['x-kubernetes-preserve-unknown-fields'] ? '"x-kubernetes-preserve-unknown-fields":true,' : '') +
      unionsOf(writer, schema)
    )
  const { type, format, items, additionalProperties } = schema
  return (
    (type ? `"type":"${type}",` : '') +
    (format ? `"format":"${format}",` : '') +
    given +
    keyword('enum', schema.enum) +
    (items ? `"items":${elementOf(writer, items)},` : '') +
    (additionalProperties ? `"additionalProperties":${elementOf(writer, additionalProperties)},` : '') +
    keyword('x-kubernetes-list-map-keys', schema['x-kubernetes-list-map-keys']) +
    listType +
    keyword('x-kubernetes-map-type', schema['x-kubernetes-map-type']) +
    patchesOf(schema)
  )
}

const defaultOf = (dialect: Dialect, schema: Schema, always: boolean): Keywords =>
  dialect.defaults ? keyword('default', schema.default ?? zeroOf(schema, always)) : ''

const isStruct = ({ type, additionalProperties }: Schema) => type === 'object' && !additionalProperties

const ZEROS: { readonly [type: string]: unknown } = { string: '', integer: 0, number: 0, boolean: false }

// A struct that is not a pointer always exists, and has a default unless its type has a JSON form of its own; a scalar
// exists always only if it has no omitempty.
function zeroOf(schema: Schema, always: boolean): unknown {
  if (isStruct(schema)) {
    const hasOwnForm = schema.raw || schema.or
    return schema.empty === 'keep' || schema.nullable || schema.structural || hasOwnForm ? undefined : {}
  }
  return always && schema.type && !isFormatted(schema) ? ZEROS[schema.type] : undefined
}

const FORMATTED = ['date-time', 'micro-time', 'quantity', 'int-or-string', 'byte']
const isFormatted = ({ format }: Schema) => format !== undefined && FORMATTED.includes(format)

const listTypeOf = (schema: Schema): Keywords => keyword('x-kubernetes-list-type', schema['x-kubernetes-list-type'])

const patchesOf = (schema: Schema): Keywords =>
  keyword('x-kubernetes-patch-merge-key', schema['x-kubernetes-patch-merge-key']) +
  keyword('x-kubernetes-patch-strategy', schema['x-kubernetes-patch-strategy'])

// A struct that is atomic where it is declared, but not here.
const granularityOf = (schema: Schema): Keywords =>
  schema['x-kubernetes-map-type'] === 'granular' ? '"x-kubernetes-map-type":"granular",' : ''

const mapped = (
  members: { readonly [name: string]: Schema },
  write: (member: Schema, name: string) => JsonObject,
): { readonly [name: string]: JsonObject } =>
  byName(Object.fromEntries(Object.entries(members).map(([name, member]) => [name, write(member, name)])))

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
function writeStructural(schema: Schema, writer: StructuralWriter): JsonObject {
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
