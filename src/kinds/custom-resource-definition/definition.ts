import { type Issue, immutable, invalid } from '../../base/issue.js'
import { hasRules } from '../../cel/has-rules.js'
import { loadLibrary } from '../../cel/library.js'
import type { Column } from '../../kind/define.js'
import { defineKind } from '../../kind/define.js'
import { DEFINITIONS } from '../../kind/definitions.js'
import type { Definition } from '../../kind/definition.js'
import { CLEANUP, conditionIsTrue, withCondition } from '../../kind/definition-status.js'
import { validateDefinition } from '../../kind/validate-definition.js'
import { nameColumn } from '../../kind/columns.js'
import { pathSegmentName } from '../../base/rules/names.js'
import { definitionMembers } from './schema.js'

const createdColumn: Column = {
  name: 'Created At',
  type: 'date',
  description:
    'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
  cell: ({ metadata }) => metadata.creationTimestamp ?? null,
}

/** CustomResourceDefinition: a kind as an object. What it defines is served as soon as its names are accepted. */
export const customResourceDefinition = defineKind(definitionMembers, ({ replies }) => ({
  ...DEFINITIONS,
  kind: 'CustomResourceDefinition',
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  scope: 'Cluster',
  component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
  description: 'A kind of objects beyond those built in. Its name is `spec.names.plural`, a dot and `spec.group`.',
  required: ['spec'],
  storageVersionHash: 'jfWCUB31mvA=',
  endpoints: {
    main: { keep: ['status'] },
    status: { verbs: ['get', 'patch', 'update'], keep: ['spec'], unowned: ['metadata', 'spec'] },
  },
  dropOnCreate: ['status'],
  ready: (body) => (hasRules(body) ? loadLibrary() : undefined),
  replies: { ...replies, held: 'object' },
  generation: true,
  ownDeletion: true,
  finalizer: CLEANUP,
  metadataChecks: 'update',
  selectableWording: 'default',
  name: (name) => pathSegmentName(name),
  columns: [nameColumn, createdColumn],
  example: {
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  },
  defaults: (object) => fillNames(object as unknown as Definition) as unknown as typeof object, // the schema has those members
  prepareCreate: (object) => withStored({ ...object, status: EMPTY } as unknown as Definition) as unknown as typeof object,
  prepareUpdate: (next, _old, { endpoint }) => (endpoint === 'main' ? (withStored(next as unknown as Definition) as unknown as typeof next) : next),
  validate: (object) => validateDefinition(object as unknown as Definition),
  validateUpdate: (next, old, { endpoint }) => (endpoint === 'main' ? validateChange(next as unknown as Definition, old as unknown as Definition) : []),
  markDeleted: (object) => markDeleted(object as unknown as Definition) as unknown as typeof object,
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
    spec: { ...object.spec, names: filled, conversion: conversion ?? { strategy: 'None' } },
    status: { ...EMPTY, ...status, storedVersions: stored },
  }
}

/** The storage version is one that objects are stored in. */
function withStored(object: Definition): Definition {
  const storage = (object.spec.versions ?? []).find((version) => version.storage)?.name
  const stored = object.status?.storedVersions ?? []
  if (storage === undefined || stored.includes(storage)) return object
  return { ...object, status: { ...EMPTY, ...object.status, storedVersions: [...stored, storage] } }
}

function validateChange(next: Definition, old: Definition): readonly Issue[] {
  const established = conditionIsTrue(old, 'Established')
  const unchanged = (field: string, value: string, before: string) => (value === before ? [] : [immutable(field, value)])
  return [
    ...validateDefinition(next, old),
    ...(established
      ? [...unchanged('spec.scope', next.spec.scope, old.spec.scope), ...unchanged('spec.names.kind', next.spec.names.kind, old.spec.names.kind)]
      : []),
    ...unchanged('spec.group', next.spec.group, old.spec.group),
    ...unchanged('spec.names.plural', next.spec.names.plural, old.spec.names.plural),
    ...validateStored(next),
  ]
}

function validateStored({ spec: { versions }, status }: Definition): readonly Issue[] {
  const stored = status?.storedVersions ?? []
  return stored.flatMap((name, i) =>
    versions.some((version) => version.name === name)
      ? []
      : [
          invalid(
            `status.storedVersions[${i}]`,
            name,
            `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`,
          ),
        ],
  )
}

/** A definition marked for deletion says so in its conditions. */
function markDeleted(object: Definition): Definition {
  const condition = {
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  } as const
  return withCondition(object, condition, object.metadata.deletionTimestamp!)
}
