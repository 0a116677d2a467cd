import { type Issue, required } from '../../base/errors/issue.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'
import type { Profile } from '../../model/registry/profile.js'
import { type UpdateRule, withCreateRules, withObjectMeta } from '../../model/registry/rule-context.js'
import type { KubeObject } from '../../schema/object.js'
import {
  type StructDeclaration,
  type KindVersions,
  defineStructKind,
  inVersions,
  objectReplies,
} from '../struct/struct-kind.js'
import { fixedMembers, validateParameters, validateProvisioner } from './storage-class.js'

type AttributesClass = KubeObject & {
  readonly driverName?: string
  readonly parameters?: { readonly [name: string]: string }
}

const VERSIONS: KindVersions = {
  v1: { since: '1.34' },
  v1beta1: { until: '1.37', deprecated: '1.34', replacement: 'v1' },
}

/** VolumeAttributesClass: attributes of volumes, as parameters of their driver. */
export const volumeAttributesClass = defineStructKind<AttributesClass>('storage.v1.VolumeAttributesClass', (profile) =>
  declaredIn('v1', profile),
)

/** VolumeAttributesClass in its beta version. */
export const betaVolumeAttributesClass = defineStructKind<AttributesClass>(
  'storage.v1beta1.VolumeAttributesClass',
  (profile) => declaredIn('v1beta1', profile),
)

const declaredIn = (version: string, profile: Profile): StructDeclaration<AttributesClass> => ({
  group: 'storage.k8s.io',
  scope: 'Cluster',
  names: { kind: 'VolumeAttributesClass', plural: 'volumeattributesclasses', shortNames: ['vac'] },
  ...inVersions(VERSIONS, version, profile),
  create: { validate: withObjectMeta(validate) },
  update: {
    validate: withCreateRules(validate, validateUpdate, '1.35'),
  },
  delete: { replies: objectReplies },
  table: {
    columns: [
      nameColumn,
      {
        name: 'DriverName',
        description: [
          ['1.33', 'Name of the CSI driver This field is immutable.'],
          ['1.37', 'driverName is the name of the CSI driver This field is immutable.'],
        ],
        cell: ({ driverName }) => driverName ?? '',
      },
      ageColumn,
    ],
  },
  example: { metadata: { name: 'gold' }, driverName: 'disk.example.io', parameters: { iops: '100' } },
})

const validate = ({ driverName = '', parameters = {} }: AttributesClass): readonly Issue[] => [
  ...validateProvisioner(driverName, 'driverName'),
  ...validateParameters(parameters),
  ...(Object.keys(parameters).length > 0 ? [] : [required('parameters', 'must contain at least one key/value pair')]),
]

const validateUpdate: UpdateRule<AttributesClass> = (next, old, context) => [
  ...fixedMembers(next, old, ['driverName', 'parameters']),
  ...context.validateObjectMeta(next),
  ...validate(next),
]
