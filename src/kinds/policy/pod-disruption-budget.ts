import { GoText } from '../../base/go/printable.js'
import { encodeJson } from '../../base/json/json.js'
import { type Issue, invalid, notSupported } from '../../base/errors/issue.js'
import { pathSegmentName } from '../../base/rules/names.js'
import { type ObjectOf, defineKind } from '../../model/registry/define.js'
import type { PodDisruptionBudget as PodDisruptionBudgetStruct } from '../../model/generated/types/policy-v1.js'
import type { Profile } from '../../model/registry/profile.js'
import { structMembers } from '../struct/struct-members.js'
import { ageColumn, integerColumn, nameColumn } from '../../model/registry/columns.js'
import { validateIntOrPercent, validateWholeAtMost } from '../shared/int-or-percent.js'
import { validateLabelSelector } from '../shared/label-selector.js'
import { validateConditions } from '../shared/validate-conditions.js'

const POLICIES = ['AlwaysAllow', 'IfHealthyBudget'] as const

const members = (profile: Profile) => structMembers<PodDisruptionBudgetStruct>('policy.v1.PodDisruptionBudget', profile)

/** A PodDisruptionBudget in its served form. */
export type PodDisruptionBudget = ObjectOf<ReturnType<typeof members>>

/** PodDisruptionBudget: how many pods of an application may be disrupted at a time. */
export const podDisruptionBudget = defineKind(members, () => ({
  group: 'policy',
  version: 'v1',
  scope: 'Namespaced',
  names: { kind: 'PodDisruptionBudget', plural: 'poddisruptionbudgets', shortNames: ['pdb'] },
  schema: {
    component: 'io.k8s.api.policy.v1.PodDisruptionBudget',
  },
  metadata: { name: (name, prefix) => pathSegmentName(name, prefix), generation: true },
  subresources: {
    main: { resetFields: ['status'] },
    status: { verbs: ['get', 'patch', 'update'], resetFields: ['spec'] },
  },
  create: {
    resetFields: ['status'],
    prepare: (object) => ({
      ...object,
      status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
    }),
    validate: ({ spec = {} }) => validateSpec(spec, {}),
  },
  update: {
    validate: (next, old, { subresource }) =>
      subresource === 'status' ? validateStatus(next) : validateSpec(next.spec ?? {}, old.spec ?? {}),
  },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Min Available',
        description: 'The minimum number of pods that must be available.',
        cell: ({ spec }) => amountText(spec?.minAvailable),
      },
      {
        name: 'Max Unavailable',
        description: 'The maximum number of pods that may be unavailable.',
        cell: ({ spec }) => amountText(spec?.maxUnavailable),
      },
      integerColumn(
        'Allowed Disruptions',
        'Calculated number of pods that may be disrupted at this time.',
        ({ status }) => status?.disruptionsAllowed ?? 0,
      ),
      ageColumn,
    ],
  },
  example: {
    metadata: { name: 'web', namespace: 'default' },
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
  },
}))

const amountText = (amount: number | string | undefined) => (amount === undefined ? 'N/A' : String(amount))

type Spec = NonNullable<PodDisruptionBudget['spec']>

function validateSpec(spec: Spec, old: Spec): readonly Issue[] {
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy: policy } = spec
  // If the stored selector is invalid, invalid label values may stay.
  const anyValues = old.selector !== undefined && validateLabelSelector(old.selector, '').length > 0
  return [
    ...(minAvailable !== undefined && maxUnavailable !== undefined
      ? [invalid('spec', goSpec(spec), 'minAvailable and maxUnavailable cannot be both set')]
      : []),
    ...(minAvailable === undefined ? [] : validateBudget(minAvailable, 'spec.minAvailable')),
    ...(maxUnavailable === undefined ? [] : validateBudget(maxUnavailable, 'spec.maxUnavailable')),
    ...(selector ? validateLabelSelector(selector, 'spec.selector', { anyValues }) : []),
    ...(policy === undefined || POLICIES.some((known) => known === policy)
      ? []
      : [notSupported('spec.unhealthyPodEvictionPolicy', policy, POLICIES)]),
  ]
}

const validateBudget = (amount: number | string, field: string): readonly Issue[] => [
  ...validateIntOrPercent(amount, field),
  ...validateWholeAtMost(amount, field),
]

function validateStatus({ status = {} }: PodDisruptionBudget): readonly Issue[] {
  const counts = (['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const).flatMap(
    (member) => validateCount(status[member] ?? 0, `status.${member}`),
  )
  return [...validateConditions(status.conditions ?? [], 'status.conditions'), ...counts]
}

const validateCount = (count: number, field: string): readonly Issue[] =>
  count < 0 ? [invalid(field, count, 'must be greater than or equal to 0')] : []

// Go prints pointers as addresses, which are arbitrary.
function goSpec({ minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy }: Spec): GoText {
  const pointerTo = (type: string, value: unknown) => `(*${type})(${value === undefined ? 'nil' : '0xc000000000'})`
  const fields = [
    `MinAvailable:${pointerTo('intstr.IntOrString', minAvailable)}`,
    `Selector:${pointerTo('v1.LabelSelector', selector)}`,
    `MaxUnavailable:${pointerTo('intstr.IntOrString', maxUnavailable)}`,
    `UnhealthyPodEvictionPolicy:${pointerTo('policy.UnhealthyPodEvictionPolicyType', unhealthyPodEvictionPolicy)}`,
  ]
  return new GoText(`policy.PodDisruptionBudgetSpec{${fields.join(', ')}}`, () =>
    encodeJson({
      MinAvailable: minAvailable ?? null,
      Selector: selector ?? null,
      MaxUnavailable: maxUnavailable ?? null,
      UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy ?? null,
    }),
  )
}
