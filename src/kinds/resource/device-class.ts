import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import type { Profile } from '../../model/registry/profile.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { taggedName } from '../shared/tagged-name.js'
import { withoutGatedFields } from '../struct/gated-fields.js'
import { type StructDeclaration, defineStructKind, inVersions, objectReplies } from '../struct/struct-kind.js'
import type { DeviceClass } from './claim-rules.js'
import { loadRules, neededRules } from './rules.js'
import { VERSIONS } from './versions.js'

const GATED = [{ gate: 'DRAExtendedResource', fields: ['spec.extendedResourceName'] }] as const

/** DeviceClass: which devices claims get that name it, and how they are configured. */
export const deviceClass = defineStructKind<DeviceClass>('resource.v1.DeviceClass', (profile) =>
  declaredIn('v1', profile),
)

/** DeviceClass in its second beta version. */
export const betaDeviceClass = defineStructKind<DeviceClass>('resource.v1beta2.DeviceClass', (profile) =>
  declaredIn('v1beta2', profile),
)

/** DeviceClass in its first beta version. */
export const firstDeviceClass = defineStructKind<DeviceClass>('resource.v1beta1.DeviceClass', (profile) =>
  declaredIn('v1beta1', profile),
)

const declaredIn = (version: string, profile: Profile): StructDeclaration<DeviceClass> => ({
  group: 'resource.k8s.io',
  ...inVersions(VERSIONS, version, profile),
  scope: 'Cluster',
  names: { kind: 'DeviceClass', plural: 'deviceclasses' },
  schema: { ready: loadRules, hasExpressions: true },
  metadata: { generation: true },
  create: {
    prepare: (object, { featureGates }) => withoutGatedFields(object, undefined, GATED, featureGates),
    validate: (object, context) => [
      ...taggedName(context.validateObjectMeta(object)),
      ...neededRules().validateClassSpec(object, undefined, context.featureGates),
    ],
  },
  update: {
    prepare: (next, old, { featureGates }) => withoutGatedFields(next, old, GATED, featureGates),
    validate(next, old, context) {
      const gates = context.featureGates
      const { validateClassSpec } = neededRules()
      return [
        ...taggedName(context.validateObjectMeta(next)),
        ...(runsAtLeast('1.35') ? [] : validateClassSpec(next, undefined, gates)),
        ...context.validateObjectMetaUpdate(next, old),
        ...validateClassSpec(next, old, gates),
      ]
    },
  },
  delete: { replies: objectReplies },
  table: { columns: [nameColumn, ageColumn] },
  example: {
    metadata: { name: 'gpu.example.com' },
    spec: { selectors: [{ cel: { expression: 'device.driver == "gpu.example.com"' } }] },
  },
})
