import { loadDifferences } from '../struct/go-formats.js'
import { stringifyJson } from '../../base/json/json.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import type { Profile } from '../../model/registry/profile.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../model/registry/rule-context.js'
import { createLateLibrary, loadAll } from '../../base/turns/late-library.js'
import { mustHave } from '../../base/must-have.js'
import { loadEngine, loadLibrary, mayParse } from '../../cel/library.js'
import type { Column } from '../../model/registry/column.js'
import type { KindDeclaration } from '../../model/registry/kind-def.js'
import { defineKind } from '../../model/registry/define.js'
import { type Definition, DEFINITIONS } from './definition.js'
import { CLEANUP, withCondition } from './definition-status.js'
import { loadPaths } from './definition-columns.js'
import { createdColumn, nameColumn } from '../../model/registry/columns.js'
import { membersOf } from '../../model/registry/struct-schema.js'

/** The fields of a CustomResourceDefinition. */
const members = ({ version }: Profile) => membersOf('apiextensions.v1.CustomResourceDefinition', undefined, version)

/** A column of what a definition says. */
const told = (
  name: string,
  description: string,
  tell: (definition: Definition) => string | boolean,
  more: Partial<Column> = {},
): Column => ({ name, description, ...more, cell: (object) => tell(definitionOf(object)) })

const WIDE = { priority: 1 }

/** The columns of tables: until 1.37 they tell of any object only. */
const columnsIn = ({ version }: Profile): readonly Column[] =>
  atLeast(version, '1.37')
    ? [
        nameColumn,
        told('Scope', 'Cluster/Namespaced', ({ spec }) => spec.scope),
        told('Versions', 'Served versions', servedVersions),
        createdColumn,
        told('Group', 'API group', ({ spec }) => spec.group, WIDE),
        told('Kind', 'CustomResource kind', ({ spec }) => spec.names.kind, WIDE),
        told('ShortNames', 'Short names', ({ spec }) => spec.names.shortNames?.join(',') ?? '', WIDE),
        told('Established', 'Established status', isEstablished, { ...WIDE, type: 'boolean' }),
      ]
    : [nameColumn, createdColumn]

const isEstablished = ({ status }: Definition): boolean =>
  Boolean(status?.conditions?.some((condition) => condition.type === 'Established' && condition.status === 'True'))

const servedVersions = ({ spec }: Definition): string =>
  spec.versions
    .filter(({ served }) => served)
    .map(({ name, storage }) => (storage ? `${name}(storage)` : name))
    .sort()
    .join(',')

const definitionOf = (object: object) => object as Definition // the schema has these fields

/** Adapts a change of definitions to objects as the schema types them. */
const making =
  (change: (definition: Definition) => Definition) =>
  <T extends object>(object: T): T =>
    change(definitionOf(object)) as unknown as T // both are types of the same struct

/** Until v1.36 who writes a status owns none of the metadata. */
const subresourcesIn = ({ version }: Profile): NonNullable<KindDeclaration['subresources']> => ({
  main: { resetFields: ['status'] },
  status: {
    verbs: ['get', 'patch', 'update'],
    resetFields: ['spec'],
    unowned: atLeast(version, '1.36') ? ['spec'] : ['metadata', 'spec'],
    tables: false,
  },
})

/** The rules of definitions. Loaded on demand: only clusters with a definition need them. */
export const definitionRules = createLateLibrary(() => import('./validate-definition.js'))

/** Returns what loads the libraries for what a definition has in its schemas: each takes as long as several writes. */
function librariesFor(body: unknown): readonly (() => Promise<void> | undefined)[] {
  if (body === undefined) return [loadLibrary, loadDifferences]
  const text = stringifyJson(body)
  if (/"pattern"|uri/.test(text) || mayParse(text)) return [loadLibrary]
  return text.includes('x-kubernetes-validations') ? [loadEngine] : []
}

/** CustomResourceDefinition. Its kind is served as soon as its names are accepted. */
export const customResourceDefinition = defineKind(members, (profile) => ({
  group: DEFINITIONS.group,
  version: DEFINITIONS.version,
  scope: 'Cluster',
  names: {
    kind: 'CustomResourceDefinition',
    plural: DEFINITIONS.plural,
    shortNames: ['crd', 'crds'],
    categories: ['api-extensions'],
  },
  schema: {
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
    description: 'A kind of objects beyond those built in. Its name is `spec.names.plural`, a dot and `spec.group`.',
    ready: (body) => loadAll([...librariesFor(body), definitionRules.load, loadPaths]),
    defaults: making(fillNames),
  },
  metadata: {
    generation: true,
    name: (name, prefix, object) => definitionRules.needed().nameFaults(name, prefix, definitionOf(object)),
  },
  subresources: subresourcesIn(profile),
  create: {
    resetFields: ['status'],
    prepare: making((definition) => withStored({ ...definition, status: EMPTY })),
    validate: withObjectMeta((object) => definitionRules.needed().validateDefinition(definitionOf(object))),
    warnings: (object) => definitionRules.needed().definitionWarnings(definitionOf(object)),
  },
  update: {
    prepare: (next, _old, { subresource }) => (subresource === 'main' ? making(withStored)(next) : next),
    validate: withObjectMetaUpdate((next, old, { subresource }) =>
      subresource === 'main'
        ? definitionRules.needed().validateDefinition(definitionOf(next), definitionOf(old))
        : definitionRules.needed().validateAccepted(definitionOf(next)),
    ),
    warnings: (next, old) => definitionRules.needed().definitionWarnings(definitionOf(next), definitionOf(old)),
  },
  delete: {
    replies: { held: 'object' },
    handler: 'own',
    garbageCollection: 'ignored',
    finalizer: CLEANUP,
    mark: making(markDeleted),
  },
  storage: { scheme: 'extensions', prefix: `${DEFINITIONS.group}/${DEFINITIONS.plural}` },
  selectable: { conversion: 'default' },
  table: { columns: columnsIn(profile) },
  example: {
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  },
}))

const EMPTY = { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null }

function fillNames(object: Definition): Definition {
  const { names, conversion, versions } = object.spec
  const { plural, singular, shortNames, kind, listKind, categories } = names
  const filled = {
    plural,
    ...(singular || kind ? { singular: singular || kind.toLowerCase() } : {}),
    ...(shortNames ? { shortNames } : {}),
    kind,
    ...(listKind || kind ? { listKind: listKind || `${kind}List` } : {}),
    ...(categories ? { categories } : {}),
  }
  const { status } = object
  const stored = status?.storedVersions?.length
    ? status.storedVersions
    : (versions ?? [])
        .filter(({ storage }) => storage)
        .map(({ name }) => name)
        .slice(0, 1)
  return {
    ...object,
    spec: { ...object.spec, names: filled, conversion: withPort(conversion) ?? { strategy: 'None' } },
    status: { ...EMPTY, ...status, storedVersions: stored },
  }
}

/** Defaults the port of a webhook's service to 443. */
function withPort(conversion: Definition['spec']['conversion']): Definition['spec']['conversion'] {
  const { webhook } = conversion ?? {}
  const { clientConfig } = webhook ?? {}
  const { service } = clientConfig ?? {}
  if (!conversion || !service || service.port !== undefined) return conversion
  return {
    ...conversion,
    webhook: { ...webhook, clientConfig: { ...clientConfig, service: { ...service, port: 443 } } },
  }
}

/** Adds the storage version to the stored versions. */
function withStored(object: Definition): Definition {
  const storage = (object.spec.versions ?? []).find((version) => version.storage)?.name
  const stored = object.status?.storedVersions ?? []
  if (storage === undefined || stored.includes(storage)) return object
  return { ...object, status: { ...EMPTY, ...object.status, storedVersions: [...stored, storage] } }
}

/** Sets the condition `Terminating` of a definition marked for deletion. */
function markDeleted(object: Definition): Definition {
  const condition = {
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  } as const
  return withCondition(
    object,
    condition,
    mustHave(object.metadata.deletionTimestamp, 'the time a definition was deleted'),
  )
}
