import { withMembers } from '../../base/json/json.js'
import type { PriorityClass } from '../../kinds/scheduling/priority-class.js'
import type { Pod, PodSpec } from '../../kinds/core/pod/pod-types.js'
import { defineAdmissionPlugin, refused } from './define.js'
import { writesOf } from './handles.js'
import type { AdmissionAttributes, AdmissionContext } from './types.js'

const CLASSES = 'scheduling.k8s.io/priorityclasses'
const LOWER = 'PreemptLowerPriority'

const operations = ['create', 'update'] as const
const ofPods = writesOf({ operations, resource: 'pods' })
const ofClasses = writesOf({ operations, group: 'scheduling.k8s.io', resource: 'priorityclasses' })

/** Priority: pods get the priority of their class; only one class can be the default. */
export const priority = defineAdmissionPlugin({
  name: 'Priority',
  handles: (target, profile) => ofPods(target, profile) || ofClasses(target, profile),
  admit: (attributes, context) => (attributes.resource === 'pods' ? admitPod(attributes, context) : attributes.object),
  validate(attributes, context) {
    if (attributes.resource === 'priorityclasses') validateClass(attributes, context)
  },
  fill: (object, { resource }) => (resource === 'pods' ? unranked(object) : object),
})

function admitPod(attributes: AdmissionAttributes<Pod>, context: AdmissionContext): Pod {
  const { object, oldObject } = attributes
  return oldObject ? withRankOf(object, oldObject.spec) : ranked(attributes, context)
}

/** Keeps the priority and preemption policy of a pod in an update that omits them. */
function withRankOf(object: Pod, { priority: rank, preemptionPolicy: policy }: PodSpec = {}): Pod {
  const { spec = {} } = object
  const { priority: given = rank, preemptionPolicy: means = policy } = spec
  if (given === spec.priority && means === spec.preemptionPolicy) return object
  return {
    ...object,
    spec: {
      ...spec,
      ...(given === undefined ? {} : { priority: given }),
      ...(means === undefined ? {} : { preemptionPolicy: means }),
    },
  }
}

/** Fills in the priority of a pod without a class, or of a fixture, whose class cannot be looked up. */
function unranked(object: Pod): Pod {
  const { spec = {} } = object
  const { priority: given = 0, preemptionPolicy = LOWER } = spec
  return { ...object, spec: { ...spec, priority: given, preemptionPolicy } }
}

function ranked(attributes: AdmissionAttributes<Pod>, context: AdmissionContext): Pod {
  const { object } = attributes
  const { spec = {} } = object
  const { priorityClassName: wanted = '' } = spec
  const found = wanted ? context.get<PriorityClass>(CLASSES, wanted) : defaultIn(context)
  if (wanted && !found) throw refused(attributes, `no PriorityClass with name ${wanted} was found`)
  const value = found?.value ?? 0
  const policy = found ? found.preemptionPolicy : LOWER
  const where = 'must not be provided in pod spec; priority admission controller computed'
  const from = 'from the given PriorityClass name'
  if (spec.priority !== undefined && spec.priority !== value)
    throw refused(attributes, `the integer value of priority (${spec.priority}) ${where} ${value} ${from}`)
  if (policy !== undefined && spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== policy)
    throw refused(
      attributes,
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) ${where} ${policy} ${from}`,
    )
  const name = found?.metadata.name
  return {
    ...object,
    spec: withMembers(spec, {
      ...(name === undefined ? {} : { priorityClassName: name }),
      priority: value,
      ...(policy === undefined ? {} : { preemptionPolicy: policy }),
    }),
  }
}

/** Returns the effective default class: of several the one with the lowest value. */
function defaultIn({ list, isUnread }: AdmissionContext): PriorityClass | undefined {
  // None that is there from the start is the default.
  if (isUnread(CLASSES)) return undefined
  return list<PriorityClass>(CLASSES)
    .filter(({ globalDefault }) => globalDefault)
    .reduce<PriorityClass | undefined>(
      (lowest, each) => (lowest && (lowest.value ?? 0) <= (each.value ?? 0) ? lowest : each),
      undefined,
    )
}

function validateClass(attributes: AdmissionAttributes<PriorityClass>, context: AdmissionContext): void {
  const { globalDefault, metadata } = attributes.object
  const other = globalDefault ? defaultIn(context) : undefined
  if (other && (attributes.operation === 'create' || other.metadata.name !== metadata.name))
    throw refused(
      attributes,
      `PriorityClass ${other.metadata.name} is already marked as default. Only one default can exist`,
    )
}
