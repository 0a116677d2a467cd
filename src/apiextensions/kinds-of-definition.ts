import { sha256 } from '@noble/hashes/sha2.js'
import { type Issue, invalid, issueText } from '../base/issue.js'
import { deepFreeze, getPath, jsonEqual, withPath } from '../base/json.js'
import { dns1123Subdomain, maskTrailingDash } from '../base/rules/names.js'
import { loadLibrary } from '../cel/library.js'
import { hasRules } from '../cel/has-rules.js'
import { validateRules } from '../cel/validate.js'
import { defaultBySchema, dropNulls } from '../schema/default.js'
import { validateListTypes } from '../schema/list-type.js'
import type { KubeObject } from '../schema/object.js'
import type { Schema } from '../schema/types.js'
import { validateBySchema } from '../schema/validate.js'
import { inByteOrder, readStructural } from '../schema/structural.js'
import {
  type Column,
  type Subresource,
  type Kind,
  type KindDeclaration,
  type Verb,
  defineKind,
} from '../registry/define.js'
import type { StorageConversion } from '../registry/storage-conversion.js'
import type { Definition, DefinitionVersion } from './definition.js'
import { schemaOf } from './definition.js'
import { conditionIsTrue } from './definition-status.js'
import { columnOf } from './definition-columns.js'
import { validateInner } from './embedded-metadata.js'
import { finalizerWarnings } from './finalizer-warnings.js'
import { type Standard, compareVersions } from '../registry/registry.js'
import { rootSchema } from '../registry/root-schema.js'
import { replicasIn, scaleViewOf, validateScale } from './definition-scale.js'

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
  return defineKind(membersOf(root), (profile) => ({
    kind: names.kind,
    plural: names.plural,
    singular: names.singular || names.kind.toLowerCase(),
    listKind: names.listKind || `${names.kind}List`,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    group,
    version: version.name,
    scope: scope === 'Cluster' ? ('Cluster' as const) : ('Namespaced' as const),
    component: [...group.split('.').reverse(), version.name, names.kind].join('.'),
    verbs: VERBS,
    ...(conditionIsTrue(definition, 'Terminating') ? { terminating: true } : {}),
    structural: root,
    storagePrefix: `${group}/${names.plural}`,
    ...storageHash(definition),
    ...(converted ? { storageConversion: conversionOf(definition, version) } : {}),
    ...(root.description ? { description: root.description } : {}),
    ...(root.required ? { required: root.required } : {}),
    ...(version.deprecated ? { deprecation: version.deprecationWarning ?? deprecationOf(definition, version) } : {}),
    subresources: {
      ...subresourcesOf(version),
      ...(version.subresources?.scale && standard.scale
        ? {
            scale: {
              verbs: PARTIAL,
              resetFields: [],
              view: scaleViewOf(
                version.subresources.scale,
                { ...standard.scale(profile), scheme: 'scales', scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced' },
                replicasIn(definition),
              ),
            },
          }
        : {}),
    },
    dropOnCreate: version.subresources?.status ? ['status'] : [],
    name: (name: string, prefix: boolean) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name),
    selectable: selectableOf(version),
    selectableWording: 'label' as const,
    selectableNamespace: scope !== 'Cluster',
    columns: columnsOf(version, standard),
    example: { metadata: { name: 'example', ...(scope === 'Cluster' ? {} : { namespace: 'default' }) } },
    ...rulesOf(root, version),
  }))
}

const membersOf = (root: Schema) =>
  Object.fromEntries(Object.entries(root.properties ?? {}).filter(([name]) => !COMMON.has(name)))

const rootOf = ({ schema }: DefinitionVersion): Schema =>
  schemaOf(schema?.openAPIV3Schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true })

/** Told by every version as long as the one that is stored is served (apiserver: StorageVersionHash). */
function storageHash({ spec }: Definition): { readonly storageVersionHash?: string } {
  const stored = spec.versions.find(({ served, storage }) => served && storage)
  if (!stored) return {}
  const bytes = sha256(new TextEncoder().encode(`${spec.group}/${stored.name}/${spec.names.kind}`)).slice(0, 8)
  return { storageVersionHash: btoa(String.fromCharCode(...bytes)) }
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
      ...(dropNulls(root, readStructural<KubeObject>(root, object).object) as KubeObject),
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

function subresourcesOf({ subresources }: DefinitionVersion): {
  readonly main?: Partial<Subresource>
  readonly status?: Subresource
} {
  if (!subresources?.status) return {}
  return { main: { resetFields: ['status'] }, status: { verbs: PARTIAL, resetFields: [], unowned: ['spec'] } }
}

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

type Rules = Pick<
  KindDeclaration,
  'ready' | 'defaults' | 'prepareCreate' | 'prepareUpdate' | 'validate' | 'validateUpdate' | 'validateLast' | 'warnings'
>

function rulesOf(root: Schema, { subresources }: DefinitionVersion): Rules {
  const scale = (object: KubeObject, statusOnly: boolean): readonly Issue[] =>
    subresources?.scale ? validateScale(subresources.scale, object, statusOnly) : []
  const status = root.properties?.['status']
  const ruled = hasRules(root)
  return {
    ...(ruled ? { ready: loadLibrary } : {}),
    defaults: (object) => defaultBySchema(root, object) as KubeObject, // an object stays one
    prepareCreate: (object) => withPath(object, ['metadata', 'generation'], 1),
    prepareUpdate: (next, old, { subresource }) =>
      subresource === 'status' ? withStatusOf(next, old) : withGeneration(next, old),
    validate: (object) => [
      ...validateBySchema(root, object),
      ...scale(object, false),
      ...validateInner(root, object),
      ...validateListTypes(root, object),
    ],
    validateUpdate(next, old, { subresource }) {
      const statusOnly = subresource === 'status'
      const bySchema = statusOnly
        ? status && next['status'] !== undefined
          ? validateBySchema(status, next['status'], old['status'], 'status')
          : []
        : validateBySchema(root, next, old)
      const inner = statusOnly ? [] : validateInner(root, next)
      return [...bySchema, ...scale(next, statusOnly), ...inner, ...changedLists(root, next, old)]
    },
    ...(ruled ? { validateLast: (object, old, found, warn) => rulesAfter(found, root, object, old, warn) } : {}),
    warnings: finalizerWarnings,
  }
}

function rulesAfter(
  found: readonly Issue[],
  root: Schema,
  object: KubeObject,
  old: KubeObject | undefined,
  warn: (text: string) => void,
) {
  return found.some(isBlocking)
    ? [NOT_CHECKED]
    : validateRules(root, object, old, { excuse: (issue) => warn(issueText(issue)) })
}

// After these, values may be of other types than the rules take them to be.
const BLOCKING: readonly Issue['reason'][] = [
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]
const isBlocking = ({ reason }: Issue) => BLOCKING.includes(reason)
const NOT_CHECKED = invalid(
  '<nil>',
  undefined,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
)

/** Lists that were wrong already may stay so. */
const changedLists = (root: Schema, next: KubeObject, old: KubeObject): readonly Issue[] =>
  validateListTypes(root, old).length > 0 ? [] : validateListTypes(root, next)

function withGeneration(next: KubeObject, old: KubeObject): KubeObject {
  const { metadata: _, ...x } = next
  const { metadata: __, ...y } = old
  return jsonEqual(x, y) ? next : withPath(next, ['metadata', 'generation'], (old.metadata.generation ?? 0) + 1)
}

/** Through the status subresource nothing else changes, but for who owns what. */
function withStatusOf(next: KubeObject, old: KubeObject): KubeObject {
  const { managedFields } = next.metadata
  const { managedFields: _, ...metadata } = old.metadata
  const { status: __, ...rest } = old
  const { status } = next
  return {
    ...rest,
    metadata: { ...metadata, ...(managedFields ? { managedFields } : {}) },
    ...(status === undefined ? {} : { status }),
  } as KubeObject // members of two objects
}
