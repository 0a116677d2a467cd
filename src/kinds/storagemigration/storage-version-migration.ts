import { createLateLibrary } from '../../base/turns/late-library.js'
import type { StorageVersionMigration } from '../../model/generated/types/storagemigration-v1.js'
import { nameColumn } from '../../model/registry/columns.js'
import type { Profile } from '../../model/registry/profile.js'
import { withObjectMeta } from '../../model/registry/rule-context.js'
import {
  type KindVersions,
  type StructDeclaration,
  defineStructKind,
  inVersions,
  mainSubresource,
  statusOnly,
  withOtherPartOfStored,
} from '../struct/struct-kind.js'
import type { UncheckedObject } from '../struct/unchecked.js'

/** A StorageVersionMigration before validation. */
export type Migration = UncheckedObject<StorageVersionMigration>
export type Spec = NonNullable<Migration['spec']>
type Conditions = NonNullable<NonNullable<Migration['status']>['conditions']>

const VERSIONS: KindVersions = {
  v1: { since: '1.37' },
  v1beta1: { since: '1.35', deprecated: '1.37', until: '1.40', replacement: 'v1' },
}

/** StorageVersionMigration: has all objects of a resource written again, in the version that is stored now. */
export const storageVersionMigration = defineStructKind<Migration>(
  'storagemigration.v1.StorageVersionMigration',
  (profile) => declaredIn('v1', profile),
)

/** StorageVersionMigration in its beta version. */
export const betaStorageVersionMigration = defineStructKind<Migration>(
  'storagemigration.v1beta1.StorageVersionMigration',
  (profile) => declaredIn('v1beta1', profile),
)

// Loaded on demand: only writes need them.
const rules = createLateLibrary(() => import('./storage-version-migration-rules.js'))

const declaredIn = (version: string, profile: Profile): StructDeclaration<Migration> => ({
  group: 'storagemigration.k8s.io',
  scope: 'Cluster',
  gate: 'StorageVersionMigrator',
  names: { kind: 'StorageVersionMigration', plural: 'storageversionmigrations' },
  ...inVersions(VERSIONS, version, profile),
  schema: { ready: rules.load },
  subresources: { main: mainSubresource, status: statusOnly },
  create: {
    prepare: ({ status: _, ...object }) => ({ ...object, status: {} }),
    validate: withObjectMeta((object) => rules.needed().validateSpec(object)),
  },
  update: {
    allowUnconditional: false,
    prepare: withOtherPartOfStored,
    validate: (next, old, context) => rules.needed().validateChange(next, old, context),
  },
  table: {
    columns: [
      { ...nameColumn, format: '' },
      { name: 'Resource', description: 'GroupResource to migrate', cell: ({ spec }) => resourceText(spec) },
      { name: 'Status', description: 'Status of the migration', cell: progressOf },
    ],
  },
  example: { metadata: { name: 'widgets' }, spec: { resource: { group: 'example.com', resource: 'widgets' } } },
})

const resourceText = ({ resource: { group = '', resource = '' } = {} }: Spec = {}): string =>
  group === '' ? resource : `${resource}.${group}`

const PROGRESS = ['Running', 'Failed', 'Succeeded']

const conditionsOf = ({ status }: Migration): Conditions => status?.conditions ?? []

const progressOf = (object: Migration): string =>
  conditionsOf(object).findLast(({ type = '', status }) => status === 'True' && PROGRESS.includes(type))?.type ??
  'Unknown'
