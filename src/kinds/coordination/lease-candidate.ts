import { withObjectMeta, withObjectMetaUpdate } from '../../model/registry/rule-context.js'
import { type Issue, immutable, invalid, required } from '../../base/errors/issue.js'
import { configMapKey } from '../../base/rules/names.js'
import { compareSemver, semver } from '../../base/rules/semver.js'
import { type ObjectOf, defineKind } from '../../model/registry/define.js'
import { validateStrategy } from './lease.js'
import type { LeaseCandidate as LeaseCandidateStruct } from '../../model/generated/types/coordination-v1beta1.js'
import type { Profile } from '../../model/registry/profile.js'
import { structMembers } from '../struct/struct-members.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'

const members = (profile: Profile) =>
  structMembers<LeaseCandidateStruct>('coordination.v1beta1.LeaseCandidate', profile)

/** A LeaseCandidate in its served form. */
type LeaseCandidate = ObjectOf<ReturnType<typeof members>>

/** LeaseCandidate: a candidate for a Lease, with its binary and emulation versions. */
export const leaseCandidate = defineKind(members, (profile) => ({
  group: profile.group('coordination'),
  version: 'v1beta1',
  lifetime: { deprecated: '1.36', until: '1.39' },
  scope: 'Namespaced',
  names: { kind: 'LeaseCandidate', plural: 'leasecandidates' },
  schema: {
    component: 'io.k8s.api.coordination.v1beta1.LeaseCandidate',
  },
  metadata: { name: configMapKey },
  create: { validate: withObjectMeta(validate) },
  update: {
    allowCreate: true,
    validate: withObjectMetaUpdate((next, old) => [
      ...validate(next),
      ...(nameOf(next) === nameOf(old) ? [] : [immutable('spec.leaseName', nameOf(next))]),
    ]),
  },
  table: {
    columns: [
      nameColumn,
      {
        name: 'LeaseName',
        description: [
          [
            '1.33',
            'LeaseName is the name of the lease for which this candidate is contending. This field is immutable.',
          ],
          [
            '1.37',
            'leaseName is the name of the lease for which this candidate is contending. This field is immutable.',
          ],
        ],
        cell: ({ spec }) => spec?.leaseName ?? '',
      },
      { name: 'BinaryVersion', description: '', cell: ({ spec }) => spec?.binaryVersion ?? '' },
      { name: 'EmulationVersion', description: '', cell: ({ spec }) => spec?.emulationVersion ?? '' },
      ageColumn,
    ],
  },
  example: {
    metadata: { name: 'worker-1', namespace: 'default' },
    spec: {
      leaseName: 'leader',
      binaryVersion: '1.33.0',
      emulationVersion: '1.33.0',
      strategy: 'OldestEmulationVersion',
    },
  },
}))

const nameOf = ({ spec }: LeaseCandidate) => spec?.leaseName ?? ''

function validate({ spec = {} }: LeaseCandidate): readonly Issue[] {
  const { leaseName, binaryVersion = '', emulationVersion = '', strategy } = spec
  return [
    ...(leaseName ? [] : [required('spec.leaseName')]),
    ...(emulationVersion ? validateVersion(emulationVersion, 'spec.emulationVersion') : []),
    ...(binaryVersion ? validateVersion(binaryVersion, 'spec.binaryVersion') : [required('spec.binaryVersion')]),
    ...(binaryVersion && emulationVersion && compareSemver(binaryVersion, emulationVersion) < 0
      ? [invalid('spec.binaryVersion', binaryVersion, 'must be greater than or equal to `emulationVersion`')]
      : []),
    ...(strategy === 'OldestEmulationVersion' && compareSemver(emulationVersion, '0.0.0') === 0
      ? [required('spec.emulationVersion', "must be specified when `strategy` is 'OldestEmulationVersion'")]
      : []),
    ...(strategy ? validateStrategy(strategy, 'spec.strategy') : [required('spec.strategy')]),
  ]
}

const validateVersion = (version: string, field: string) =>
  semver(version).map((detail) => invalid(field, version, detail))
