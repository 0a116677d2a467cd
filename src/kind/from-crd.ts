import type { Issue } from '../base/issue.js'
import { getPath, jsonEqual, withPath } from '../base/json.js'
import { dns1123Subdomain, maskTrailingDash } from '../base/rules/names.js'
import { defaultBySchema } from '../schema/default.js'
import { validateEmbedded } from '../schema/embedded.js'
import { validateListTypes } from '../schema/list-type.js'
import type { KubeObject } from '../schema/object.js'
import type { Schema } from '../schema/types.js'
import { validateBySchema } from '../schema/validate.js'
import { type Column, type Endpoint, type Kind, type KindDeclaration, type Verb, defineKind } from './define.js'
import type { Definition, DefinitionVersion } from './definition.js'
import { schemaOf } from './definition.js'
import { columnOf } from './definition-columns.js'
import { scaleViewOf, validateScale } from './definition-scale.js'

/** What custom resources share with other kinds. */
export type Standard = {
  readonly nameColumn: Column
  readonly ageColumn: Column
  /** The kind of `/scale`; without it the endpoint is not served. */
  readonly scale?: Kind
}

const PARTIAL: readonly Verb[] = ['get', 'patch', 'update']
const OWN_METADATA = ['labels', 'annotations', 'finalizers', 'ownerReferences'].map((name) => `metadata.${name}`)
const COMMON: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata'])

/** The kinds a definition serves, one for each served version, in its order. The definition is taken to be valid. */
export const kindsOfDefinition = (definition: Definition, standard: Standard): readonly Kind[] =>
  definition.spec.versions.filter(({ served }) => served).map((version) => kindOf(definition, version, standard))

function kindOf({ spec }: Definition, version: DefinitionVersion, standard: Standard): Kind {
  const { group, names, scope } = spec
  const root = schemaOf(version.schema?.openAPIV3Schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true })
  const members = Object.fromEntries(Object.entries(root.properties ?? {}).filter(([name]) => !COMMON.has(name)))
  return defineKind(members, (profile) => ({
    kind: names.kind,
    plural: names.plural,
    singular: names.singular || names.kind.toLowerCase(),
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    group,
    version: version.name,
    scope: scope === 'Cluster' ? ('Cluster' as const) : ('Namespaced' as const),
    component: [...group.split('.').reverse(), version.name, names.kind].join('.'),
    ...(root.description ? { description: root.description } : {}),
    ...(root.required ? { required: root.required } : {}),
    ...(version.deprecated ? { deprecation: version.deprecationWarning ?? `${group}/${version.name} ${names.kind} is deprecated` } : {}),
    endpoints: {
      ...endpointsOf(version, Object.keys(members)),
      ...(version.subresources?.scale && standard.scale
        ? { scale: { verbs: PARTIAL, keep: [], view: scaleViewOf(version.subresources.scale, standard.scale(profile)) } }
        : {}),
    },
    dropOnCreate: version.subresources?.status ? ['status'] : [],
    name: (name: string, prefix: boolean) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name),
    selectable: selectableOf(version),
    columns: columnsOf(version, standard),
    example: { metadata: { name: 'example', ...(scope === 'Cluster' ? {} : { namespace: 'default' }) } },
    ...rulesOf(root, version),
  }))
}

function endpointsOf({ subresources }: DefinitionVersion, members: readonly string[]): { readonly main?: Partial<Endpoint>; readonly status?: Endpoint } {
  if (!subresources?.status) return {}
  return { main: { keep: ['status'] }, status: { verbs: PARTIAL, keep: [...members.filter((name) => name !== 'status'), ...OWN_METADATA] } }
}

function selectableOf({ selectableFields = [] }: DefinitionVersion): { readonly [path: string]: (object: KubeObject) => string } {
  const paths = selectableFields.map(({ jsonPath }) => jsonPath.replace(/^\./, ''))
  return Object.fromEntries(paths.map((path) => [path, (object: KubeObject) => String(getPath(object, path.split('.')) ?? '')]))
}

function columnsOf({ additionalPrinterColumns = [] }: DefinitionVersion, { nameColumn, ageColumn }: Standard): readonly Column[] {
  const added: readonly Column[] = additionalPrinterColumns.length > 0 ? additionalPrinterColumns.map(columnOf) : [{ ...ageColumn, type: 'date' }]
  return [nameColumn, ...added]
}

type Rules = Pick<KindDeclaration, 'defaults' | 'prepareCreate' | 'prepareUpdate' | 'validate' | 'validateUpdate'>

function rulesOf(root: Schema, { subresources }: DefinitionVersion): Rules {
  const bySchema = (object: KubeObject, statusOnly: boolean): readonly Issue[] => [
    ...validateBySchema(root, object),
    ...(subresources?.scale ? validateScale(subresources.scale, object, statusOnly) : []),
    ...validateEmbedded({ ...root, 'x-kubernetes-embedded-resource': false }, object),
  ]
  return {
    defaults: (object) => defaultBySchema(root, object) as KubeObject, // an object stays one
    prepareCreate: (object) => withPath(object, ['metadata', 'generation'], 1),
    prepareUpdate: (next, old, { endpoint }) =>
      endpoint === 'status' || sameBeyondMetadata(next, old) ? next : withPath(next, ['metadata', 'generation'], (old.metadata.generation ?? 0) + 1),
    validate: (object) => [...bySchema(object, false), ...validateListTypes(root, object)],
    // Lists that were wrong already may stay so.
    validateUpdate: (next, old, { endpoint }) => [
      ...bySchema(next, endpoint === 'status'),
      ...(validateListTypes(root, old).length > 0 ? [] : validateListTypes(root, next)),
    ],
  }
}

function sameBeyondMetadata(a: KubeObject, b: KubeObject): boolean {
  const { metadata: _, ...x } = a
  const { metadata: __, ...y } = b
  return jsonEqual(x, y)
}
