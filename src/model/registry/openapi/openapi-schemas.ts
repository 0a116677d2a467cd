import { type JsonObject, isObject } from '../../../base/json/json.js'
import {
  always,
  boolean,
  bytes,
  int32,
  int64,
  intOrString,
  map,
  microTime,
  pointer,
  quantity,
  string,
  time,
} from '../../../schema/builders.js'
import type { Schema } from '../../../schema/types.js'
import type { Resource } from './openapi-paths.js'
import { stringFormat } from '../../../schema/string-format.js'

/** Reads the schemas of a document's components. */
type SchemaReader = {
  /** Returns the schemas of a kind and its component's name; undefined if there is none. */
  readonly ofKind: (resource: Resource) => KindSchema | undefined
}

/** The schemas of a kind in a document: the types of its members, and the bounds on their values. */
export type KindSchema = { readonly component: string; readonly schema: Schema; readonly bounds: Schema }

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'
const preserving: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

// Components with a custom JSON form.
const SCALARS: { readonly [component: string]: () => Schema } = {
  [`${META}.Time`]: time,
  [`${META}.MicroTime`]: microTime,
  [`${META}.FieldsV1`]: () => preserving,
  'io.k8s.apimachinery.pkg.api.resource.Quantity': quantity,
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': intOrString,
  'io.k8s.apimachinery.pkg.runtime.RawExtension': () => preserving,
}

/** The components of a document, and the structs read from them so far. */
type Components = { readonly written: JsonObject; readonly structs: Map<string, Schema> }

/** Makes a reader of components. A struct is one shared schema, so that it may contain itself. */
export function createSchemaReader(written: JsonObject): SchemaReader {
  const components: Components = { written, structs: new Map() }
  const boundsOf = createBoundsReader(written)
  return {
    ofKind(resource) {
      const component = Object.keys(written).find((name) => isOfKind(written[name], resource))
      if (component === undefined) return undefined
      return { component, schema: componentSchema(components, component), bounds: boundsOf(component) }
    },
  }
}

const isOfKind = (written: unknown, { group, version, kind }: Resource): boolean =>
  isObject(written) &&
  groupVersionKinds(written).some((is) => is['group'] === group && is['version'] === version && is['kind'] === kind)

function componentSchema(components: Components, name: string): Schema {
  const scalar = Object.hasOwn(SCALARS, name) ? SCALARS[name] : undefined
  if (scalar) return scalar()
  const known = components.structs.get(name)
  if (known) return known
  const component = components.written[name]
  const written = isObject(component) ? component : {}
  if (!isObject(written['properties'])) return typeOf(components, written)
  // Registered before it is filled in, because the struct may contain itself.
  const properties: Record<string, Schema> = {}
  const schema: Schema = { ...rulesOf(written), type: 'object', component: name, properties }
  components.structs.set(name, schema)
  Object.assign(properties, propertiesOf(components, written))
  return schema
}

function propertiesOf(components: Components, { properties, required }: JsonObject): Record<string, Schema> {
  const names = Array.isArray(required) ? required : []
  return Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).map(([name, member]) => [
      name,
      memberOf(components, isObject(member) ? member : {}, names.includes(name)),
    ]),
  )
}

/**
 * Returns the schema of a member, including how it is written when empty: a default in the document tells a struct from
 * a pointer to one.
 */
function memberOf(components: Components, written: JsonObject, required: boolean): Schema {
  const schema = { ...typeOf(components, written), ...rulesOf(written) }
  const holds = schema.type === 'array' || (schema.type === 'object' && schema.additionalProperties !== undefined)
  if (isObject(written['default']) && schema.properties) return always(schema)
  if (written['default'] !== undefined)
    // Documents of Go types give a required member its zero value as default: it is written even if not given.
    return required && isZero(written['default']) ? always(schema) : pointer({ ...schema, default: written['default'] })
  // A required member that is not given is reported as missing.
  return holds && !required ? schema : pointer(schema)
}

function typeOf(components: Components, written: JsonObject): Schema {
  const reference = componentOf(written)
  if (reference !== undefined) return componentSchema(components, reference)
  if (written['x-kubernetes-int-or-string'] === true || written['format'] === 'int-or-string') return intOrString()
  switch (written['type']) {
    case 'array':
      return {
        type: 'array',
        ...(isObject(written['items']) ? { items: typeOf(components, written['items']) } : {}),
        'x-kubernetes-list-type': 'atomic',
        ...rulesOf(written),
      }
    case 'object':
      return objectType(components, written)
    case 'string':
      return written['format'] === 'byte' ? bytes() : string()
    case 'integer':
      return written['format'] === 'int32' ? int32() : int64()
    case 'number':
      return { type: 'number', format: 'double' }
    case 'boolean':
      return boolean()
    default:
      return {}
  }
}

function objectType(components: Components, written: JsonObject): Schema {
  if (isObject(written['properties']))
    return { type: 'object', ...rulesOf(written), properties: propertiesOf(components, written) }
  const values = written['additionalProperties']
  return isObject(values) ? map(typeOf(components, values)) : preserving
}

const groupVersionKinds = (written: JsonObject): readonly JsonObject[] => {
  const list = written['x-kubernetes-group-version-kind']
  return Array.isArray(list) ? list.filter(isObject) : []
}

const isZero = (value: unknown) =>
  value === '' || value === 0 || value === false || (isObject(value) && Object.keys(value).length === 0)

const RULES = [
  'description',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
  'x-kubernetes-patch-strategy',
  'x-kubernetes-patch-merge-key',
  'x-kubernetes-preserve-unknown-fields',
] as const

/** Returns the rules for merging and for the schema itself; the keywords are the same as in our schemas. */
const rulesOf = (written: JsonObject): Partial<Schema> =>
  Object.fromEntries(RULES.flatMap((rule) => (written[rule] === undefined ? [] : [[rule, written[rule]]])))

const BOUNDS = [
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
] as const

/**
 * Makes a reader for the bounds that components set on values, without types, which are checked when a body is decoded.
 */
function createBoundsReader(written: JsonObject): (component: string) => Schema {
  const known = new Map<string, Schema>()
  const ofComponent = (name: string): Schema => {
    const found = known.get(name)
    if (found) return found
    const schema: Schema = {}
    known.set(name, schema)
    const component = written[name]
    // Registered before it is filled in, because the component may refer to itself.
    return Object.assign(schema, ofSchema(isObject(component) ? component : {}))
  }
  const ofSchema = (given: JsonObject): Schema => {
    const reference = componentOf(given)
    // Siblings of a reference are only the member's description and default.
    if (reference !== undefined) return ofComponent(reference)
    const { properties, items, additionalProperties } = given
    return {
      ...ownBounds(given),
      ...(isObject(properties) ? { properties: each(properties, ofSchema) } : {}),
      ...(isObject(items) ? { items: ofSchema(items) } : {}),
      ...(isObject(additionalProperties) ? { additionalProperties: ofSchema(additionalProperties) } : {}),
    }
  }
  return ofComponent
}

const each = (members: JsonObject, read: (member: JsonObject) => Schema): Record<string, Schema> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, read(isObject(member) ? member : {})]))

function ownBounds(written: JsonObject): Schema {
  const { format } = written
  const isChecked = typeof format === 'string' && written['type'] === 'string' && stringFormat(format) !== undefined
  const bounds = BOUNDS.flatMap((bound) => (written[bound] === undefined ? [] : [[bound, written[bound]]]))
  return Object.fromEntries(isChecked ? [...bounds, ['format', format]] : bounds)
}

/** Returns the component that a schema refers to: by a plain `$ref`, or by an allOf with siblings. */
function componentOf(written: JsonObject): string | undefined {
  const [only] = Array.isArray(written['allOf']) ? written['allOf'] : []
  const reference = written['$ref'] ?? (isObject(only) ? only['$ref'] : undefined)
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : undefined
}
