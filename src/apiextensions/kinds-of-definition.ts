import { deepFreeze, getPath, jsonEqual } from '../base/json.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { dns1123Subdomain, maskTrailingDash } from '../base/rules/names.js'
import { defaultBySchema, defaultSent, dropNulls } from '../schema/default.js'
import type { KubeObject } from '../schema/object.js'
import type { Schema } from '../schema/types.js'
import { inByteOrder, readStructural } from '../schema/structural.js'
import type { Column } from '../registry/column.js'
import { defineKind } from '../registry/define.js'
import type { Kind } from '../registry/kind.js'
import type { Names } from '../registry/kind-parts.js'
import type { KindDef } from '../registry/kind-def.js'
import type { Profile } from '../registry/profile.js'
import { type Standard, compareVersions } from '../registry/registry.js'
import { rootSchema } from '../registry/root-schema.js'
import type { StorageConversion } from '../registry/storage-conversion.js'
import type { DeclaredSubresources } from '../registry/kind-declaration.js'
import type { Verb } from '../registry/verb.js'
import { misnamedOf, strategyOf } from './custom-resource-strategy.js'
import { type Definition, type DefinitionVersion, schemaOf } from './definition.js'
import { columnOf } from './definition-columns.js'
import { replicasIn, scaleViewOf } from './definition-scale.js'

// In the order a server tells them.
const VERBS: readonly Verb[] = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']
const PARTIAL: readonly Verb[] = ['get', 'patch', 'update']
const COMMON: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata'])

/**
 * The kinds a definition serves, one for each served version, in its order. The definition is taken to be valid. Where they are
 * `converted`, objects may be stored in another version, or as an older schema left them.
 */
export const kindsOfDefinition = (definition: Definition, standard: Standard, converted = false): readonly Kind[] =>
  definition.spec.versions
    .filter(({ served }) => served)
    .map((version) => kindOf(definition, version, standard, converted))

function kindOf(definition: Definition, version: DefinitionVersion, standard: Standard, converted: boolean): Kind {
  const { spec } = definition
  const { group, names, scope } = spec
  const root = rootOf(version)
  return defineKind(membersOf(root), () => ({
    group,
    version: version.name,
    scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced',
    names: namesOf(names),
    schema: {
      component: [...group.split('.').reverse(), version.name, names.kind].join('.'),
      structural: root,
      misnamed: misnamedOf(root),
      ...(root.description ? { description: root.description } : {}),
      ...(root.required ? { required: root.required } : {}),
      defaults: (object: KubeObject) => defaultSent(root, object) as KubeObject, // an object stays one
    },
    metadata: { name: (name: string, prefix: boolean) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name) },
    subresources: subresourcesOf(definition, version, standard),
    ...strategyOf(definition, version, root),
    storage: {
      prefix: `${group}/${names.plural}`,
      ...storageHash(definition),
      ...(converted ? { conversion: conversionOf(definition, version) } : {}),
    },
    discovery: {
      verbs: VERBS,
      ...(version.deprecated ? { deprecation: version.deprecationWarning ?? deprecationOf(definition, version) } : {}),
    },
    selectable: { fields: selectableOf(version), conversion: 'own', namespace: scope !== 'Cluster' },
    table: { columns: columnsOf(version, standard) },
    example: { metadata: { name: 'example', ...(scope === 'Cluster' ? {} : { namespace: 'default' }) } },
  }))
}

const namesOf = ({ kind, plural, singular, listKind, shortNames, categories }: Definition['spec']['names']): Names => ({
  kind,
  plural,
  ...(singular ? { singular } : {}),
  ...(listKind ? { listKind } : {}),
  ...(shortNames ? { shortNames } : {}),
  ...(categories ? { categories } : {}),
})

const membersOf = (root: Schema) =>
  Object.fromEntries(Object.entries(root.properties ?? {}).filter(([name]) => !COMMON.has(name)))

const rootOf = ({ schema }: DefinitionVersion): Schema =>
  schemaOf(schema?.openAPIV3Schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true })

/** Told by every version as long as the one that is stored is served (apiserver: StorageVersionHash). */
function storageHash({ spec }: Definition): { readonly versionHash?: string } {
  const stored = spec.versions.find(({ served, storage }) => served && storage)
  if (!stored) return {}
  const bytes = sha256(new TextEncoder().encode(`${spec.group}/${stored.name}/${spec.names.kind}`)).slice(0, 8)
  return { versionHash: btoa(String.fromCharCode(...bytes)) }
}

function deprecationOf({ spec: { group, names, versions } }: Definition, { name }: DefinitionVersion): string {
  const [better] = versions
    .filter(({ served, deprecated, name: other }) => served && !deprecated && compareVersions(other, name) < 0)
    .map((version) => version.name)
    .sort(compareVersions)
  return `${group}/${name} ${names.kind} is deprecated${better === undefined ? '' : `; use ${group}/${better} ${names.kind}`}`
}

/**
 * Objects are stored in one version, and may have been stored in another or under an older schema: one is read by the schema of the
 * version it was stored in, and shown as far as the version asked for knows it, without that one's defaults.
 */
function conversionOf({ spec: { group, versions } }: Definition, version: DefinitionVersion): StorageConversion {
  const storage = versions.find((one) => one.storage)!
  const as = (root: Schema, object: KubeObject, { name }: DefinitionVersion) =>
    inByteOrder({
      ...(dropNulls(root, readStructural<KubeObject>(root, object).object) as KubeObject), // an object stays one
      apiVersion: `${group}/${name}`,
    })
  const roots = new Map(versions.map((one) => [`${group}/${one.name}`, rootOf(one)]))
  const own = rootOf(version)
  const whole = new Map<string, Schema>()
  const stored = rootOf(storage)
  return {
    toStored: (object) =>
      deepFreeze(
        version === storage ? { ...object, apiVersion: `${group}/${storage.name}` } : as(stored, object, storage),
      ),
    fromStored(object) {
      const root = roots.get(object.apiVersion) ?? stored
      const read = defaultBySchema(root, readStructural<KubeObject>(root, object).object) as KubeObject // an object stays one
      const form = as(own, read, version)
      return jsonEqual(form, object) ? object : deepFreeze(form)
    },
    schemaOf(apiVersion) {
      const root = roots.get(apiVersion)
      let schema = whole.get(apiVersion)
      if (root && !schema)
        whole.set(apiVersion, (schema = rootSchema({ component: '', structural: root }, membersOf(root))))
      return schema
    },
  }
}

function subresourcesOf(
  definition: Definition,
  { subresources: { status, scale } = {} }: DefinitionVersion,
  standard: Standard,
): DeclaredSubresources {
  const kind = standard.scale
  return {
    ...(status
      ? { main: { resetFields: ['status'] }, status: { verbs: PARTIAL, resetFields: [], unowned: ['spec'] } }
      : {}),
    ...(scale && kind
      ? {
          scale: {
            verbs: PARTIAL,
            resetFields: [],
            view: scaleViewOf(scale, scaleOf(kind, definition), replicasIn(definition)),
          },
        }
      : {}),
  }
}

/** Scale as custom resources have it: of a scheme of its own, and as wide as the kind. */
const scaleOf = (scale: Kind, { spec: { scope } }: Definition): Kind =>
  Object.assign(
    (profile: Profile): KindDef => {
      const def = scale(profile)
      return {
        ...def,
        storage: { ...def.storage, scheme: 'scales' },
        scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced',
      }
    },
    { mapping: scale.mapping },
  )

function selectableOf({ selectableFields = [] }: DefinitionVersion): {
  readonly [path: string]: (object: KubeObject) => string
} {
  const paths = selectableFields.map(({ jsonPath }) => jsonPath.replace(/^\./, ''))
  return Object.fromEntries(
    paths.map((path) => [path, (object: KubeObject) => String(getPath(object, path.split('.')) ?? '')]),
  )
}

function columnsOf(
  { additionalPrinterColumns = [] }: DefinitionVersion,
  { nameColumn, ageColumn }: Standard,
): readonly Column[] {
  const added: readonly Column[] =
    additionalPrinterColumns.length > 0 ? additionalPrinterColumns.map(columnOf) : [{ ...ageColumn, type: 'date' }]
  return [nameColumn, ...added]
}
