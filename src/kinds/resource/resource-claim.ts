import type { JsonObject } from '../../base/json/json.js'
import type { Profile } from '../../model/registry/profile.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { atLeast } from '../../model/registry/kubernetes-version.js'
import { structFiller } from '../struct/struct-defaults.js'
import {
  type StructDeclaration,
  defineStructKind,
  mainSubresource,
  objectReplies,
  statusOnly,
} from '../struct/struct-kind.js'
import type { Claim, Template } from './claim-rules.js'
import { loadRules, neededRules } from './rules.js'
import { claimForm, inFirstVersion, inLaterVersion, templateForm } from './versions.js'

const isCounted = ({ allocationMode = '' }: { readonly allocationMode?: unknown }) =>
  allocationMode === '' || allocationMode === 'ExactCount'

const CHOICE = {
  allocationMode: 'ExactCount',
  count: (choice: JsonObject) => (isCounted(choice) ? 1 : undefined),
}

// In v1beta1 a request that names no class has alternatives, or is none.
const isExact = ({ deviceClassName = '' }: { readonly deviceClassName?: unknown }) => deviceClassName !== ''

const TOLERATION = { operator: 'Equal' }

const fill = structFiller({
  'resource.v1.ExactDeviceRequest': CHOICE,
  'resource.v1.DeviceSubRequest': CHOICE,
  'resource.v1.DeviceToleration': TOLERATION,
  'resource.v1beta2.ExactDeviceRequest': CHOICE,
  'resource.v1beta2.DeviceSubRequest': CHOICE,
  'resource.v1beta2.DeviceToleration': TOLERATION,
  'resource.v1beta1.DeviceRequest': {
    allocationMode: (request) => (isExact(request) ? CHOICE.allocationMode : undefined),
    count: (request) => (isExact(request) ? CHOICE.count(request) : undefined),
  },
  'resource.v1beta1.DeviceSubRequest': CHOICE,
  'resource.v1beta1.DeviceToleration': TOLERATION,
})

const EXAMPLE = { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } }] } }

/** ResourceClaim: devices that are claimed, and those that were allocated. */
export const resourceClaim = defineStructKind<Claim>('resource.v1.ResourceClaim', (profile) => claimIn('v1', profile))

/** ResourceClaim in its second beta version. */
export const betaResourceClaim = defineStructKind<Claim>('resource.v1beta2.ResourceClaim', (profile) =>
  claimIn('v1beta2', profile),
)

/** ResourceClaim in its first beta version. */
export const firstResourceClaim = defineStructKind('resource.v1beta1.ResourceClaim', (profile) =>
  inFirstVersion(claimIn('v1', profile), profile, claimForm, (object) =>
    fill('resource.v1beta1.ResourceClaim', object),
  ),
)

const claimIn = (version: string, profile: Profile): StructDeclaration<Claim> => ({
  group: 'resource.k8s.io',
  ...inLaterVersion('ResourceClaim', version, profile, claimForm),
  scope: 'Namespaced',
  names: { kind: 'ResourceClaim', plural: 'resourceclaims' },
  schema: {
    ready: loadRules,
    hasExpressions: true,
    defaults: (object) => fill(`resource.${version}.ResourceClaim`, object),
  },
  subresources: {
    main: mainSubresource,
    // Until v1.34 who states metadata there owns it, though it is not changed.
    status: { ...statusOnly, ...(atLeast(profile.version, '1.35') ? {} : { unowned: ['spec'] }), tables: false },
  },
  create: {
    resetFields: ['status'],
    prepare: (object, { featureGates }) =>
      neededRules().withoutGatedClaimFields({ ...object, status: {} }, undefined, featureGates),
    validate: (object, context) => [...neededRules().validateClaim(object, context)],
  },
  update: {
    prepare(next, old, { featureGates, subresource }) {
      const { withoutGatedClaimFields, withoutDeallocated } = neededRules()
      const kept = withoutGatedClaimFields(next, old, featureGates)
      return subresource === 'status' ? withoutDeallocated(kept, old) : kept
    },
    validate(next, old, context) {
      const { validateClaimChange, validateStatusChange } = neededRules()
      const validate = context.subresource === 'status' ? validateStatusChange : validateClaimChange
      return [...validate(next, old, context)]
    },
  },
  delete: { replies: objectReplies },
  table: {
    columns: [
      nameColumn,
      {
        name: 'State',
        description: 'A summary of the current state (allocated, pending, reserved, etc.).',
        cell: stateText,
      },
      ageColumn,
    ],
  },
  example: { metadata: { name: 'gpu' }, spec: EXAMPLE },
})

function stateText({ metadata, status: { allocation, reservedFor = [] } = {} }: Claim): string {
  const isDeleted = metadata.deletionTimestamp !== undefined
  return [
    ...(isDeleted ? ['deleted'] : []),
    ...(allocation ? ['allocated'] : isDeleted ? [] : ['pending']),
    ...(allocation && reservedFor.length > 0 ? ['reserved'] : []),
  ].join(',')
}

/** ResourceClaimTemplate: what claims are made of for the pods that refer to it. */
export const resourceClaimTemplate = defineStructKind<Template>('resource.v1.ResourceClaimTemplate', (profile) =>
  templateIn('v1', profile),
)

/** ResourceClaimTemplate in its second beta version. */
export const betaResourceClaimTemplate = defineStructKind<Template>(
  'resource.v1beta2.ResourceClaimTemplate',
  (profile) => templateIn('v1beta2', profile),
)

/** ResourceClaimTemplate in its first beta version. */
export const firstResourceClaimTemplate = defineStructKind('resource.v1beta1.ResourceClaimTemplate', (profile) =>
  inFirstVersion(templateIn('v1', profile), profile, templateForm, (object) =>
    fill('resource.v1beta1.ResourceClaimTemplate', object),
  ),
)

const templateIn = (version: string, profile: Profile): StructDeclaration<Template> => ({
  group: 'resource.k8s.io',
  ...inLaterVersion('ResourceClaimTemplate', version, profile, templateForm),
  scope: 'Namespaced',
  names: { kind: 'ResourceClaimTemplate', plural: 'resourceclaimtemplates' },
  schema: {
    ready: loadRules,
    hasExpressions: true,
    defaults: (object) => fill(`resource.${version}.ResourceClaimTemplate`, object),
  },
  create: {
    prepare: (object, { featureGates }) => neededRules().withoutGatedTemplateFields(object, undefined, featureGates),
    validate: (object, context) => [...neededRules().validateTemplate(object, context)],
  },
  update: {
    prepare: (next, old, { featureGates }) => neededRules().withoutGatedTemplateFields(next, old, featureGates),
    validate: (next, old, context) => [...neededRules().validateTemplateChange(next, old, context)],
  },
  delete: { replies: objectReplies },
  table: { columns: [nameColumn, ageColumn] },
  example: { metadata: { name: 'gpu' }, spec: { spec: EXAMPLE } },
})
