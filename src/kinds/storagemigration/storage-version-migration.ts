import { type Issue, immutable, invalid, required } from '../../base/errors/issue.js'
import { GoText } from '../../base/go/printable.js'
import { encodeJson } from '../../base/json/json.js'
import { dns1035Label, dns1123Subdomain } from '../../base/rules/names.js'
import type { StorageVersionMigration } from '../../model/generated/types/storagemigration-v1.js'
import { nameColumn } from '../../model/registry/columns.js'
import type { Profile } from '../../model/registry/profile.js'
import { withObjectMeta } from '../../model/registry/rule-context.js'
import { validateImmutable } from '../shared/immutable.js'
import { validateConditions } from '../shared/validate-conditions.js'
import {
  type KindVersions,
  type StructDeclaration,
  defineStructKind,
  inVersions,
  mainSubresource,
  statusOnly,
  withMetadataOfStored,
} from '../struct/struct-kind.js'
import type { UncheckedObject } from '../struct/unchecked.js'

type Migration = UncheckedObject<StorageVersionMigration>
type Spec = NonNullable<Migration['spec']>
type Conditions = NonNullable<NonNullable<Migration['status']>['conditions']>

const VERSIONS: KindVersions = {
  v1: { since: '1.37' },
  v1beta1: { since: '1.35', deprecated: '1.37', until: '1.40' },
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

const declaredIn = (version: string, profile: Profile): StructDeclaration<Migration> => ({
  group: 'storagemigration.k8s.io',
  scope: 'Cluster',
  gate: 'StorageVersionMigrator',
  names: { kind: 'StorageVersionMigration', plural: 'storageversionmigrations' },
  ...inVersions(VERSIONS, version, profile),
  subresources: { main: mainSubresource, status: statusOnly },
  create: {
    prepare: ({ status: _, ...object }) => ({ ...object, status: {} }),
    validate: withObjectMeta(validateSpec),
  },
  update: {
    allowUnconditional: false,
    prepare: (next, old, context) =>
      context.subresource === 'status'
        ? withMetadataOfStored({ ...next, spec: old.spec ?? {} }, old, context)
        : { ...next, status: old.status ?? {} },
    validate: (next, old, context) =>
      context.subresource === 'status'
        ? [...context.validateObjectMetaUpdate(next, old), ...validateStatus(next, old)]
        : [
            ...context.validateObjectMeta(next),
            ...validateSpec(next),
            ...context.validateObjectMetaUpdate(next, old),
            ...validateImmutable(next.spec, old.spec, 'spec', shownSpec),
          ],
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

const has = (object: Migration, type: string): boolean =>
  conditionsOf(object).some((condition) => condition.type === type && condition.status === 'True')

function* specIssues({ resource: { group = '', resource = '' } = {} }: Spec): Iterable<Issue> {
  const at = 'spec.resource'
  if (resource === '') yield required(`${at}.resource`, 'resource is required to be set')
  const faults = resource === '' ? [] : dns1035Label(resource)
  if (faults.length > 0) yield invalid(`${at}.resource`, resource, faults.join(','))
  const groupFaults = group === '' ? [] : dns1123Subdomain(group)
  if (groupFaults.length > 0) yield invalid(`${at}.group`, group, groupFaults.join(','))
}

const validateSpec = ({ spec = {} }: Migration): readonly Issue[] => [...specIssues(spec)]

// As a server's own struct, which names its members as Go does.
const shownSpec = (spec: Spec = {}): GoText => {
  const { group = '', resource = '' } = spec.resource ?? {}
  return new GoText(`storagemigration.StorageVersionMigrationSpec{}`, () =>
    encodeJson({ Resource: { group, resource } }),
  )
}

const WELL_FORMED = /^[1-9]\d*$/

function* statusIssues(next: Migration, old: Migration): Iterable<Issue> {
  const at = 'status.resourceVersion'
  const [now = '', before = ''] = [next.status?.resourceVersion, old.status?.resourceVersion]
  if (now !== '' && !WELL_FORMED.test(now)) yield invalid(at, now, `resource version is not well formed: ${now}`)
  yield* validateConditions(conditionsOf(next), 'status.conditions')
  if (before !== '' && now !== before) yield immutable(at, now)
  const refused = (detail: string) => invalid('status.conditions', conditionsOf(next), detail)
  if (has(next, 'Succeeded') && has(next, 'Failed'))
    yield refused('Both success and failed conditions cannot be true at the same time')
  if (has(old, 'Succeeded') && !has(next, 'Succeeded'))
    yield refused('Success condition cannot be set to false once it is true')
  if (has(old, 'Failed') && !has(next, 'Failed'))
    yield refused('Failed condition cannot be set to false once it is true')
}

const validateStatus = (next: Migration, old: Migration): readonly Issue[] => [...statusIssues(next, old)]
