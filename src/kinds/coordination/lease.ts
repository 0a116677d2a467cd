import { docOf } from '../../model/registry/column.js'
import { append } from '../../base/lists/lists.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../model/registry/rule-context.js'
import { type Issue, forbidden, invalid, notSupported } from '../../base/errors/issue.js'
import { dns1123Subdomain, maskTrailingDash, qualifiedName } from '../../base/rules/names.js'
import { type ObjectOf, defineKind } from '../../model/registry/define.js'
import type { Lease as LeaseStruct } from '../../model/generated/types/coordination-v1.js'
import type { Profile } from '../../model/registry/profile.js'
import { structMembers } from '../struct/struct-members.js'
import { ageColumn, nameColumn } from '../../model/registry/columns.js'

const members = (profile: Profile) => structMembers<LeaseStruct>('coordination.v1.Lease', profile)

/** A Lease in its served form. */
type Lease = ObjectOf<ReturnType<typeof members>>

/**
 * Lease: who is leader, and until when. strategy and preferredHolder need the feature gate CoordinatedLeaderElection.
 */
export const lease = defineKind(members, (profile) => ({
  group: profile.group('coordination'),
  version: 'v1',
  scope: 'Namespaced',
  names: { kind: 'Lease', plural: 'leases' },
  schema: {
    component: 'io.k8s.api.coordination.v1.Lease',
  },
  metadata: { name: (name, prefix) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name) },
  create: {
    prepare: (object, { featureGates }) =>
      featureGates.CoordinatedLeaderElection ? object : withoutCoordination(object),
    validate: withObjectMeta(validate),
  },
  update: {
    allowCreate: true,
    prepare: (next, old, { featureGates }) =>
      featureGates.CoordinatedLeaderElection || isCoordinated(old) ? next : withoutCoordination(next),
    validate: withObjectMetaUpdate(validate),
  },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Holder',
        description: docOf('coordination.v1.LeaseSpec', 'holderIdentity'),
        cell: (object) => object.spec?.holderIdentity ?? '',
      },
      ageColumn,
    ],
  },
  example: {
    metadata: { name: 'leader', namespace: 'default' },
    spec: { holderIdentity: 'worker-1', leaseDurationSeconds: 15 },
  },
}))

const isCoordinated = ({ spec }: Lease) => spec?.strategy !== undefined || spec?.preferredHolder !== undefined

function withoutCoordination(object: Lease): Lease {
  if (!isCoordinated(object)) return object
  const { strategy: _, preferredHolder: __, ...spec } = object.spec!
  return { ...object, spec }
}

function validate({ spec = {} }: Lease): readonly Issue[] {
  const issues: Issue[] = []
  if (spec.leaseDurationSeconds !== undefined && spec.leaseDurationSeconds <= 0)
    issues.push(invalid('spec.leaseDurationSeconds', spec.leaseDurationSeconds, 'must be greater than 0'))
  if (spec.leaseTransitions !== undefined && spec.leaseTransitions < 0)
    issues.push(invalid('spec.leaseTransitions', spec.leaseTransitions, 'must be greater than or equal to 0'))
  if (spec.strategy !== undefined) append(issues, validateStrategy(spec.strategy, 'spec.strategy'))
  if (spec.preferredHolder && !spec.strategy)
    issues.push(forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined'))
  return issues
}

/** Validates a coordination strategy. The server prints the field's name twice in the path. */
export function validateStrategy(strategy: string, field: string): readonly Issue[] {
  if (strategy.includes('/'))
    return qualifiedName(strategy).map((detail) => invalid(`${field}.strategy`, strategy, detail))
  return strategy === 'OldestEmulationVersion'
    ? []
    : [notSupported(`${field}.strategy`, strategy, ['OldestEmulationVersion'])]
}
