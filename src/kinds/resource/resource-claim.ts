import type { JsonObject } from '../../base/json/json.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import { structFiller } from '../struct/struct-defaults.js'
import { defineStructKind, mainSubresource, objectReplies, statusOnly } from '../struct/struct-kind.js'
import type { Claim, Template } from './claim-rules.js'
import { loadRules, neededRules } from './rules.js'

const isCounted = ({ allocationMode = '' }: { readonly allocationMode?: unknown }) =>
  allocationMode === '' || allocationMode === 'ExactCount'

const CHOICE = {
  allocationMode: 'ExactCount',
  count: (choice: JsonObject) => (isCounted(choice) ? 1 : undefined),
}

const fill = structFiller({
  'resource.v1.ExactDeviceRequest': CHOICE,
  'resource.v1.DeviceSubRequest': CHOICE,
  'resource.v1.DeviceToleration': { operator: 'Equal' },
})

const EXAMPLE = { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } }] } }

/** ResourceClaim: devices that are claimed, and those that were allocated. */
export const resourceClaim = defineStructKind<Claim>('resource.v1.ResourceClaim', () => ({
  group: 'resource.k8s.io',
  lifetime: { since: '1.34' },
  gate: 'DynamicResourceAllocation',
  scope: 'Namespaced',
  names: { kind: 'ResourceClaim', plural: 'resourceclaims' },
  schema: {
    ready: loadRules,
    hasExpressions: true,
    defaults: (object) => fill('resource.v1.ResourceClaim', object),
  },
  subresources: { main: mainSubresource, status: { ...statusOnly, tables: false } },
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
}))

function stateText({ metadata, status: { allocation, reservedFor = [] } = {} }: Claim): string {
  const isDeleted = metadata.deletionTimestamp !== undefined
  return [
    ...(isDeleted ? ['deleted'] : []),
    ...(allocation ? ['allocated'] : isDeleted ? [] : ['pending']),
    ...(allocation && reservedFor.length > 0 ? ['reserved'] : []),
  ].join(',')
}

/** ResourceClaimTemplate: what claims are made of for the pods that refer to it. */
export const resourceClaimTemplate = defineStructKind<Template>('resource.v1.ResourceClaimTemplate', () => ({
  group: 'resource.k8s.io',
  lifetime: { since: '1.34' },
  gate: 'DynamicResourceAllocation',
  scope: 'Namespaced',
  names: { kind: 'ResourceClaimTemplate', plural: 'resourceclaimtemplates' },
  schema: {
    ready: loadRules,
    hasExpressions: true,
    defaults: (object) => fill('resource.v1.ResourceClaimTemplate', object),
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
}))
