import { docOf } from '../../model/registry/column.js'
import { type Issue, forbidden, immutable, notSupported, required } from '../../base/errors/issue.js'
import { ageColumn, integerColumn, nameColumn } from '../../model/registry/columns.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../model/registry/rule-context.js'
import type { PriorityClass as PriorityClassStruct } from '../../model/generated/types/scheduling-v1.js'
import { defineStructKind } from '../struct/struct-kind.js'
import type { UncheckedObject } from '../struct/unchecked.js'

/** A PriorityClass before validation. */
export type PriorityClass = UncheckedObject<PriorityClassStruct>

const HIGHEST = 1_000_000_000
const SYSTEM = 'system-'
const SYSTEM_VALUES: { readonly [name: string]: number } = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
}
const POLICIES = ['PreemptLowerPriority', 'Never']

/** PriorityClass: the priority of pods. */
export const priorityClass = defineStructKind<PriorityClass>('scheduling.v1.PriorityClass', () => ({
  group: 'scheduling.k8s.io',
  scope: 'Cluster',
  names: { kind: 'PriorityClass', plural: 'priorityclasses', shortNames: ['pc'] },
  schema: {
    defaults: (object) => ({ ...object, preemptionPolicy: object.preemptionPolicy ?? 'PreemptLowerPriority' }),
  },
  // The generation is 1 and never changes.
  metadata: { generation: [] },
  create: { validate: withObjectMeta(validateClass) },
  update: { validate: withObjectMetaUpdate(validateKept) },
  delete: {
    refuse: (name) =>
      Object.hasOwn(SYSTEM_VALUES, name) ? 'this is a system priority class and cannot be deleted' : undefined,
  },
  table: {
    columns: [
      nameColumn,
      integerColumn('Value', docOf('scheduling.v1.PriorityClass', 'value'), ({ value }) => value ?? 0),
      {
        name: 'Global-Default',
        type: 'boolean',
        description: docOf('scheduling.v1.PriorityClass', 'globalDefault'),
        cell: ({ globalDefault }) => globalDefault ?? false,
      },
      ageColumn,
      {
        name: 'PreemptionPolicy',
        description: docOf('scheduling.v1.PriorityClass', 'preemptionPolicy'),
        cell: ({ preemptionPolicy }) => preemptionPolicy ?? '',
      },
    ],
  },
  example: { metadata: { name: 'urgent' }, value: 1000, description: 'Goes before the others.' },
}))

function validateClass({
  metadata: { name = '' },
  value = 0,
  globalDefault,
  preemptionPolicy,
}: PriorityClass): readonly Issue[] {
  const fault = name.startsWith(SYSTEM) ? systemFault(name, value, globalDefault ?? false) : undefined
  const reserved = "priority class names with 'system-' prefix are reserved for system use only. error: "
  return [
    ...(fault ? [forbidden('metadata.name', reserved + fault)] : []),
    ...(!name.startsWith(SYSTEM) && value > HIGHEST
      ? [forbidden('value', `maximum allowed value of a user defined priority is ${HIGHEST}`)]
      : []),
    ...validatePolicy(preemptionPolicy),
  ]
}

function systemFault(name: string, value: number, isDefault: boolean): string | undefined {
  const known = Object.hasOwn(SYSTEM_VALUES, name) ? SYSTEM_VALUES[name] : undefined
  if (known === undefined) return `${name} is not a known system priority class`
  if (value !== known) return `value of ${name} PriorityClass must be ${known}`
  return isDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined
}

function validatePolicy(policy: string | undefined): readonly Issue[] {
  if (policy === undefined || POLICIES.includes(policy)) return []
  return policy === '' ? [required('preemptionPolicy')] : [notSupported('preemptionPolicy', policy, POLICIES)]
}

const validateKept = (next: PriorityClass, old: PriorityClass): readonly Issue[] => [
  ...((next.value ?? 0) === (old.value ?? 0) ? [] : [forbidden('value', 'may not be changed in an update.')]),
  ...(next.preemptionPolicy === old.preemptionPolicy ? [] : [immutable('preemptionPolicy', next.preemptionPolicy)]),
]
