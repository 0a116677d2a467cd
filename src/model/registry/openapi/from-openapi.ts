import { publicFunction } from '../../../base/errors/call-site.js'
import { type JsonObject, isObject } from '../../../base/json/json.js'
import { callerError, checkArguments, optionsOf } from '../../../base/check/arguments.js'
import { type Shape, must, text } from '../../../base/check/shape.js'
import { listOf } from '../../../base/check/shapes.js'
import { dns1123Subdomain, maskTrailingDash } from '../../../base/rules/names.js'
import { decode } from '../../../schema/decode.js'
import type { KubeObject } from '../../../schema/object.js'
import type { Schema } from '../../../schema/types.js'
import { readyFor } from '../../../cel/library.js'
import { validateBySchema } from '../../../schema/validate.js'
import { type CreateRule, type UpdateRule, withObjectMeta, withObjectMetaUpdate } from '../rule-context.js'
import { ageColumn, nameColumn } from '../columns.js'
import type { DeclaredSubresource, DeclaredView, Kind, Names } from '../kind-def.js'
import { defineKind } from '../define.js'
import { type DiscoveredResources, discoveredOf, discoveryProblems, isDiscoveryDocument } from './discovery-document.js'
import { type Resource, resourcesOf } from './openapi-paths.js'
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
import { stringFormat } from '../../../schema/string-format.js'
import { META } from '../../../schema/metadata.js'

/** Options of {@link fromOpenAPI}. */
export type OpenAPIOptions = {
  /** The kinds to include, by name (`CronJob`) or as `group/version/Kind`; all by default. */
  readonly include?: readonly string[]
  /**
   * Discovery documents of the same server (`APIResourceList`, `APIGroupDiscoveryList`), which add singular and short
   * names, categories and verbs.
   */
  readonly discovery?: readonly object[]
}

/** Makes the Scale view of a resource. */
type ScaleViewOf = (of: {
  readonly group: string
  readonly plural: string
  readonly versions: readonly string[]
}) => DeclaredView

/** Makes the function that reads kinds from documents; see `fromOpenAPI`. */
export const createFromOpenAPI = (scaleView: ScaleViewOf) =>
  publicFunction((document: unknown, options: OpenAPIOptions = {}): readonly Kind[] => {
    checkArguments('fromOpenAPI', { document: documentShape, options: openAPIOptions }, [document, options])
    return isOpenAPIDocument(document) ? kindsOf(document, options, scaleView) : []
  })

type OpenAPIDocument = { readonly paths: JsonObject; readonly components: JsonObject }

/** Tells whether a value looks like an OpenAPI v3 document. */
export const isOpenAPIDocument = (value: unknown): value is OpenAPIDocument =>
  isObject(value) && isObject(value['paths']) && isObject(value['components'])

const documentShape: Shape = {
  check: (value, path) =>
    isOpenAPIDocument(value)
      ? []
      : typeof value === 'string'
        ? [
            {
              path,
              text: 'must be a document, not its text: give JSON.parse of it, or the text to createCluster({ openapi })',
            },
          ]
        : must(path, 'an OpenAPI v3 document with paths and components', value),
  schema: {},
}
const discoveryShape: Shape = {
  check: (value, path) =>
    isDiscoveryDocument(value)
      ? discoveryProblems(value).map((problem) => ({ ...problem, path: [...path, ...problem.path] }))
      : must(path, 'an APIResourceList or an APIGroupDiscoveryList of a server', value),
  schema: {},
}
const openAPIOptions = optionsOf(
  { include: listOf(text), discovery: listOf(discoveryShape) },
  (given) => `{ include: ${JSON.stringify(Array.isArray(given) ? given : ['CronJob'])} }`,
)

function kindsOf(
  document: OpenAPIDocument,
  { include, discovery = [] }: OpenAPIOptions,
  scaleView: ScaleViewOf,
): readonly Kind[] {
  const resources = resourcesOf(document.paths)
  const known = (wanted: string) => resources.some((resource) => isNamed(resource, wanted))
  const missing = include?.find((wanted) => !known(wanted))
  if (missing !== undefined)
    throw callerError(
      `fromOpenAPI: the document has no kind ${JSON.stringify(missing)}; there are ${resources
        .map(({ kind }) => kind)
        .sort()
        .join(', ')}`,
    )
  const { schemas } = document.components
  const reader = createSchemaReader(isObject(schemas) ? schemas : {})
  const discovered = discoveredOf(discovery.filter(isDiscoveryDocument))
  return resources
    .filter((resource) => !include || include.some((wanted) => isNamed(resource, wanted)))
    .map((resource) =>
      Object.assign(
        kindOf(withVerbs(resource, discovered), namesIn(resource, discovered), reader.ofKind(resource), scaleView),
        {
          fromDocument: true as const,
        },
      ),
    )
}

const keyOf = ({ group, version, plural }: Resource) => `${group}/${version}/${plural}`

/** Adds the verbs from discovery to a resource; the paths of some servers show only some of them. */
function withVerbs(resource: Resource, discovered: DiscoveredResources): Resource {
  const { verbs = [] } = discovered.get(keyOf(resource)) ?? {}
  return verbs.length > 0 ? { ...resource, verbs } : resource
}

/** Returns the names of a kind. */
function namesIn(resource: Resource, discovered: DiscoveredResources): Names {
  const { verbs: _, ...names } = discovered.get(keyOf(resource)) ?? {}
  return { kind: resource.kind, plural: resource.plural, ...names }
}

/**
 * Makes the rules that check values against the bounds in the document. Common members are validated elsewhere, and the
 * status is only written through its subresource.
 */
function rulesOf({ properties = {}, required = [], ...rest }: Schema): {
  readonly create: CreateRule
  readonly update: UpdateRule
} {
  const { kind: _, apiVersion: __, metadata: ___, status, ...own } = properties
  const isOwn = (name: string) => Object.hasOwn(own, name)
  const bounds: Schema = { ...rest, properties: own, required: required.filter(isOwn) }
  return {
    create: withObjectMeta((object) => validateBySchema(bounds, object)),
    update: withObjectMetaUpdate((next, old, { subresource }) =>
      subresource !== 'status'
        ? validateBySchema(bounds, next, old)
        : status && next['status'] !== undefined
          ? validateBySchema(status, next['status'], old['status'], 'status')
          : [],
    ),
  }
}

/** Returns a function that adds an empty status, if the schema says that a status is always written. */
const withEmptyStatus =
  (schema: Schema | undefined) =>
  (object: KubeObject): KubeObject =>
    schema?.empty === 'emit' ? { ...object, status: decode(schema, {}).object } : object

const isNamed = ({ group, version, kind }: Resource, wanted: string) =>
  wanted === kind || wanted === `${group}/${version}/${kind}` || (group === '' && wanted === `${version}/${kind}`)

function kindOf(resource: Resource, names: Names, found: KindSchema | undefined, scaleView: ScaleViewOf): Kind {
  const { group, version, kind, plural, scope, verbs, subresources } = resource
  if (!found) throw new TypeError(`fromOpenAPI: the document has no schema of ${kind}`)
  const { kind: _, apiVersion: __, metadata: ___, ...members } = found.schema.properties ?? {}
  const status: DeclaredSubresource | undefined = subresources.status && {
    verbs: subresources.status,
    resetFields: ['spec'],
  }
  const rules = rulesOf(found.bounds)
  // Scale needs an integer at spec.replicas: a document does not say where else the replicas may be.
  const isScaled = members['spec']?.properties?.['replicas']?.type === 'integer'
  const scale: DeclaredSubresource | undefined =
    subresources.scale && isScaled
      ? { verbs: subresources.scale, resetFields: ['status'], view: scaleView({ group, plural, versions: [version] }) }
      : undefined
  return defineKind(members, () => ({
    group,
    version,
    scope,
    names,
    schema: {
      ...readyFor(found.bounds),
      component: found.component,
      ...(found.schema.description ? { description: found.schema.description } : {}),
      required: found.schema.required ?? [],
    },
    metadata: {
      name: (name, prefix) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name),
      generation: members['spec'] !== undefined,
    },
    subresources: { ...(status ? { main: { resetFields: ['status'] }, status } : {}), ...(scale ? { scale } : {}) },
    ...(status
      ? {
          create: { resetFields: ['status'], prepare: withEmptyStatus(members['status']), validate: rules.create },
        }
      : { create: { validate: rules.create } }),
    update: { allowUnconditional: true, validate: rules.update },
    discovery: { verbs },
    table: { columns: [nameColumn, ageColumn] },
    example: { metadata: { name: 'example', ...(scope === 'Namespaced' ? { namespace: 'default' } : {}) } },
  }))
}

/** Reads the schemas of a document's components. */
type SchemaReader = {
  /** Returns the schemas of a kind and its component's name; undefined if there is none. */
  readonly ofKind: (resource: Resource) => KindSchema | undefined
}

/** The schemas of a kind in a document: the types of its members, and the bounds on their values. */
type KindSchema = { readonly component: string; readonly schema: Schema; readonly bounds: Schema }

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
function createSchemaReader(written: JsonObject): SchemaReader {
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
  const schema: Schema = { ...constraintsOf(written), type: 'object', component: name, properties }
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
  const schema = { ...typeOf(components, written), ...constraintsOf(written) }
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
        ...constraintsOf(written),
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
    return { type: 'object', ...constraintsOf(written), properties: propertiesOf(components, written) }
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
const constraintsOf = (written: JsonObject): Partial<Schema> =>
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
