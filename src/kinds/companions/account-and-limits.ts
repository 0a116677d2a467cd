import type { KubeObject } from '../../schema/object.js'
import { ageColumn, nameColumn } from '../../kind/columns.js'
import { companion, objectReplies, specEndpoint, statusEndpoint } from './companion.js'
import type { Amounts } from './pod-types.js'

type ServiceAccount = KubeObject & { readonly secrets?: readonly object[] }

/** ServiceAccount: who a pod is. */
export const serviceAccount = companion<ServiceAccount>('core.v1.ServiceAccount', (profile) => ({
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  storageVersionHash: 'pbx9ZvyFpBE=',
  shortNames: ['sa'],
  group: '',
  scope: 'Namespaced',
  replies: objectReplies(profile),
  selectableWording: 'default',
  columns: [
    nameColumn,
    { name: 'Secrets', description: 'How many secrets pods of the account may use.', cell: ({ secrets }) => secrets?.length ?? 0 },
    ageColumn,
  ],
}))

type ResourceQuota = KubeObject & { readonly spec?: { readonly hard?: Amounts }; readonly status?: { readonly hard?: Amounts; readonly used?: Amounts } }

/** ResourceQuota: how much a namespace may use. Nothing counts it here. */
export const resourceQuota = companion<ResourceQuota>('core.v1.ResourceQuota', (profile) => ({
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  storageVersionHash: '8uhSgffRX6w=',
  shortNames: ['quota'],
  group: '',
  scope: 'Namespaced',
  replies: objectReplies(profile),
  endpoints: { main: specEndpoint, status: statusEndpoint },
  dropOnCreate: ['status'],
  selectableWording: 'default',
  columns: [
    nameColumn,
    { name: 'Request', description: 'Requests used, of those allowed.', cell: (object) => usedText(object, (resource) => !resource.startsWith('limits')) },
    { name: 'Limit', description: 'Limits used, of those allowed.', cell: (object) => usedText(object, (resource) => resource.startsWith('limits')) },
    ageColumn,
  ],
  prepareCreate: (object) => ({ ...object, status: {} }),
}))

const usedText = ({ status: { hard = {}, used = {} } = {} }: ResourceQuota, counts: (resource: string) => boolean) =>
  Object.keys(hard)
    .filter(counts)
    .sort()
    .map((resource) => `${resource}: ${used[resource] ?? '0'}/${hard[resource]}`)
    .join(', ')

type LimitItem = { readonly type: string; readonly max?: Amounts; readonly min?: Amounts; readonly default?: Amounts; readonly defaultRequest?: Amounts }
type LimitRange = KubeObject & { readonly spec?: { readonly limits?: readonly LimitItem[] | null } }

/** LimitRange: how much one object of a namespace may use. Nothing enforces it here. */
export const limitRange = companion<LimitRange>('core.v1.LimitRange', () => ({
  kind: 'LimitRange',
  plural: 'limitranges',
  storageVersionHash: 'EBKMFVe6cwo=',
  shortNames: ['limits'],
  group: '',
  scope: 'Namespaced',
  selectableWording: 'default',
  columns: [
    nameColumn,
    { name: 'Created At', type: 'date', description: 'When the object was made.', cell: ({ metadata }) => metadata.creationTimestamp ?? '' },
  ],
  defaults: (object) => (object.spec?.limits ? { ...object, spec: { ...object.spec, limits: object.spec.limits.map(fillLimits) } } : object),
}))

/** A container's maximum is its default limit, that its default request, and so is its minimum. */
function fillLimits(item: LimitItem): LimitItem {
  if (item.type !== 'Container') return item
  const limits = { ...item.max, ...item.default }
  const requests = { ...limits, ...item.min, ...item.defaultRequest }
  return { ...item, ...(Object.keys(limits).length > 0 ? { default: limits } : {}), ...(Object.keys(requests).length > 0 ? { defaultRequest: requests } : {}) }
}
