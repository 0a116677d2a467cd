import { publicFunction } from '../../../base/errors/call-site.js'
import { type JsonObject, isObject } from '../../../base/json/json.js'
import { callerError, checkArguments, optionsOf } from '../../../base/check/arguments.js'
import { type Shape, must, text } from '../../../base/check/shape.js'
import { listOf } from '../../../base/check/shapes.js'
import { dns1123Subdomain, maskTrailingDash } from '../../../base/rules/names.js'
import { decode } from '../../../schema/decode.js'
import type { KubeObject } from '../../../schema/object.js'
import type { Schema } from '../../../schema/types.js'
import { readyFor } from '../../../cel/ready-for.js'
import { validateBySchema } from '../../../schema/validate.js'
import { type CreateRule, type UpdateRule, withObjectMeta, withObjectMetaUpdate } from '../rule-context.js'
import { ageColumn, nameColumn } from '../columns.js'
import type { DeclaredSubresource, DeclaredView, Kind, Names } from '../kind-def.js'
import { defineKind } from '../define.js'
import { type DiscoveredResources, discoveredOf, discoveryProblems, isDiscoveryDocument } from './discovery-document.js'
import { type Resource, resourcesOf } from './openapi-paths.js'
import { type KindSchema, createSchemaReader } from './openapi-schemas.js'

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
