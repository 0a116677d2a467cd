import { isObject } from '../../base/json/json.js'
import { groupOf } from './kinds.js'
import {
  ALL_RULES,
  NONE,
  OTHER_RULES,
  type ProblemRule,
  SOME,
  type Test,
  type Tone,
  condition,
} from './problem-rules.js'
import type { Row } from './rows.js'

const CONTAINERS = [
  'status.initContainerStatuses',
  'status.containerStatuses',
  'status.ephemeralContainerStatuses',
] as const

const OVER = /^(Succeeded|Failed)$/

const POD: readonly ProblemRule[] = [
  {
    each: ['status.conditions'],
    if: { 'item.type': /^PodScheduled$/, 'item.status': /^False$/, 'item.reason': /^SchedulingGated$/ },
    tone: 'waiting',
    reason: ['{item.reason}'],
    words: ['{item.message}'],
  },
  {
    each: ['status.conditions'],
    if: { 'item.type': /^PodScheduled$/, 'item.status': /^False$/, 'status.phase': { not: OVER } },
    otherwise: true,
    tone: 'wrong',
    reason: ['{item.reason}', '{item.type}'],
    words: ['No node takes it: {item.message}', 'No node takes it.'],
  },
  {
    each: CONTAINERS,
    if: { 'item.state.waiting.reason': /^CrashLoopBackOff$/ },
    tone: 'wrong',
    reason: ['{item.state.waiting.reason}'],
    words: [
      'Container {item.name} keeps ending, last with code {item.lastState.terminated.exitCode} ({item.lastState.terminated.reason}), after {item.restartCount} restarts.',
      'Container {item.name} keeps ending: {item.state.waiting.message}',
    ],
    since: 'item.lastState.terminated.finishedAt',
  },
  {
    each: CONTAINERS,
    if: {
      'item.state.waiting.reason':
        /^(?!CrashLoopBackOff$|ContainerCreating$|PodInitializing$).*(BackOff|Err|Fail|Invalid|Unavailable|Unknown|Cannot)/,
    },
    tone: 'wrong',
    reason: ['{item.state.waiting.reason}'],
    words: ['Container {item.name} cannot start: {item.state.waiting.message}', 'Container {item.name} cannot start.'],
  },
  {
    each: CONTAINERS,
    if: {
      'item.state.terminated.exitCode': /^[^0]/,
      'status.phase': /^(Running|Pending|Failed)$/,
      'status.reason': NONE,
    },
    tone: 'wrong',
    reason: ['{item.state.terminated.reason}', '{status.phase}'],
    words: [
      'Container {item.name} has ended with code {item.state.terminated.exitCode}: {item.state.terminated.message}',
      'Container {item.name} has ended with code {item.state.terminated.exitCode}.',
    ],
    since: 'item.state.terminated.finishedAt',
  },
  {
    if: { 'status.phase': /^(Failed|Unknown)$/ },
    otherwise: true,
    tone: 'wrong',
    reason: ['{status.reason}', '{status.phase}'],
    words: ['{status.message}', '{status.reason}', '{status.phase}'],
  },
  {
    each: ['status.conditions'],
    if: { 'item.type': /^Ready$/, 'item.status': /^(False|Unknown)$/, 'status.phase': /^Running$/ },
    otherwise: true,
    tone: 'waiting',
    reason: ['{item.reason}', '{item.type}'],
    words: ['It runs, but is not ready: {item.message}', 'It runs, but is not ready.'],
  },
  {
    if: { 'status.phase': /^Pending$/, 'spec.nodeName': SOME },
    otherwise: true,
    tone: 'waiting',
    reason: ['Pending'],
    words: ['Its containers have not started yet on {spec.nodeName}.'],
  },
  {
    if: { 'status.phase': /^(Pending)?$/ },
    otherwise: true,
    tone: 'waiting',
    reason: ['Pending'],
    words: ['It is on no node, and no scheduler has said why.'],
  },
]

/** Fewer pods are ready than wanted. */
const tooFew = (ready: string, wanted: string): ProblemRule => ({
  if: { [ready]: { below: wanted } },
  otherwise: true,
  tone: 'waiting',
  reason: ['NotReady'],
  words: [`{${ready}} of {${wanted}} pods are ready.`, `None of {${wanted}} pods is ready.`],
})

const DEPLOYMENT: readonly ProblemRule[] = [
  condition(/^(Available|Progressing)$/, /^False$/),
  condition(/^ReplicaFailure$/, /^True$/),
  tooFew('status.readyReplicas', 'spec.replicas'),
  {
    if: { 'status.updatedReplicas': { below: 'spec.replicas' } },
    otherwise: true,
    tone: 'waiting',
    reason: ['Progressing'],
    words: [
      '{status.updatedReplicas} of {spec.replicas} pods are of its newest template.',
      'None of {spec.replicas} pods is of its newest template.',
    ],
  },
]

const REPLICAS: readonly ProblemRule[] = [
  condition(/^ReplicaFailure$/, /^True$/),
  tooFew('status.readyReplicas', 'spec.replicas'),
]

const JOB: readonly ProblemRule[] = [
  condition(/^Failed$/, /^True$/),
  {
    if: { 'status.failed': /^[^0]/, 'status.completionTime': NONE },
    otherwise: true,
    tone: 'waiting',
    reason: ['PodsFailed'],
    words: ['{status.failed} of its pods have failed so far.'],
  },
]

const CLAIM: readonly ProblemRule[] = [
  {
    if: { 'status.phase': /^Lost$/ },
    tone: 'wrong',
    reason: ['Lost'],
    words: ['The volume {spec.volumeName} that it was bound to is gone.'],
  },
  {
    if: { 'status.phase': /^(Pending)?$/, 'spec.storageClassName': SOME },
    otherwise: true,
    tone: 'waiting',
    reason: ['Pending'],
    words: ['It has no volume yet of the class {spec.storageClassName}.'],
  },
  {
    if: { 'status.phase': /^(Pending)?$/ },
    otherwise: true,
    tone: 'waiting',
    reason: ['Pending'],
    words: ['It has no volume yet, and names no class to make one.'],
  },
  condition(/Error$/, /^True$/),
]

const NAMESPACE: readonly ProblemRule[] = [
  condition(/Failure$/, /^True$/),
  condition(/Remaining$/, /^True$/, 'waiting'),
  {
    if: { 'status.phase': /^Terminating$/ },
    otherwise: true,
    tone: 'waiting',
    reason: ['Terminating'],
    words: ['It is being deleted, with all that is in it.'],
    since: 'metadata.deletionTimestamp',
  },
]

/** What to look for in objects of some kinds, by group and kind. */
const KIND_RULES: { readonly [kind: string]: readonly ProblemRule[] } = {
  'core/Pod': POD,
  'core/Node': [
    condition(/^Ready$/, /^(False|Unknown)$/),
    condition(/(Pressure|Unavailable|Problem|Deadlock)$/, /^True$/),
  ],
  'core/Namespace': NAMESPACE,
  'core/PersistentVolumeClaim': CLAIM,
  'core/PersistentVolume': [
    {
      if: { 'status.phase': /^Failed$/ },
      tone: 'wrong',
      reason: ['Failed'],
      words: ['{status.message}', '{status.reason}'],
    },
  ],
  'core/ReplicationController': REPLICAS,
  'core/Service': [
    {
      if: { 'spec.type': /^LoadBalancer$/, 'status.loadBalancer.ingress': NONE },
      tone: 'waiting',
      reason: ['Pending'],
      words: ['No load balancer has given it an address.'],
    },
    condition(/Error$/, /^True$/),
  ],
  'apps/Deployment': DEPLOYMENT,
  // A Deployment says it of its own.
  'apps/ReplicaSet': REPLICAS.map((rule) => ({ ...rule, if: { ...rule.if, 'metadata.ownerReferences': NONE } })),
  'apps/StatefulSet': [tooFew('status.readyReplicas', 'spec.replicas')],
  'apps/DaemonSet': [tooFew('status.numberReady', 'status.desiredNumberScheduled')],
  'batch/Job': JOB,
  'policy/PodDisruptionBudget': [
    {
      ...condition(/^DisruptionAllowed$/, /^False$/),
      if: { 'item.type': /^DisruptionAllowed$/, 'item.reason': /^SyncFailed$/ },
    },
  ],
  'autoscaling/HorizontalPodAutoscaler': [condition(/^(AbleToScale|ScalingActive)$/, /^False$/)],
  'apiextensions.k8s.io/CustomResourceDefinition': [
    condition(/^(Established|NamesAccepted)$/, /^False$/),
    condition(/^(NonStructuralSchema|Terminating)$/, /^True$/),
  ],
  'certificates.k8s.io/CertificateSigningRequest': [
    condition(/^(Denied|Failed)$/, /^True$/),
    {
      if: { 'status.conditions': NONE },
      tone: 'waiting',
      reason: ['Pending'],
      words: ['Nobody has approved or denied it.'],
    },
  ],
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': [
    {
      each: ['status.typeChecking.expressionWarnings'],
      if: { 'item.warning': SOME },
      tone: 'waiting',
      reason: ['TypeChecking'],
      words: ['{item.fieldRef}: {item.warning}'],
    },
  ],
}

/** Something that is not as it should be with an object. */
export type Problem = {
  readonly tone: Tone
  /** One word, as in the object or the Event: `ImagePullBackOff`. */
  readonly reason: string
  /** What is wrong, as a sentence. */
  readonly words: string
  /** Since when, in milliseconds; NaN if that is unknown. */
  readonly since: number
}

const known = new WeakMap<Row, readonly Problem[]>()

/** Returns what is wrong with an object by the rules of its kind; the result is cached. */
export function problemsOf(row: Row): readonly Problem[] {
  let found = known.get(row)
  if (!found) known.set(row, (found = [...findProblems(row.object)]))
  return found
}

function* findProblems(object: Row['object']): Iterable<Problem> {
  const kind = `${groupOf(object.apiVersion ?? '')}/${object.kind}`
  let isFine = true
  for (const { rule, lists, tests } of READY.kinds.get(kind) ?? READY.other) {
    if (rule.otherwise && !isFine) continue
    for (const item of lists ? lists.flatMap((path) => membersAt(object, path)) : ONCE) {
      if (!tests.every((test) => test(object, item))) continue
      isFine = false
      yield problemBy(rule, { object, item })
    }
  }
}

/** A rule prepared for many objects. */
type ReadyRule = {
  readonly rule: ProblemRule
  readonly lists: readonly Path[] | undefined
  readonly tests: readonly ((object: unknown, item: unknown) => boolean)[]
}
type Path = readonly string[]

const ONCE = [undefined]

const readyRule = (rule: ProblemRule): ReadyRule => ({
  rule,
  lists: rule.each?.map((path) => path.split('.')),
  tests: Object.entries(rule.if).map(([path, test]) => testOf(path, test)),
})

function testOf(path: string, test: Test): ReadyRule['tests'][number] {
  const read = readerOf(path)
  if (test instanceof RegExp) return (object, item) => test.test(read(object, item))
  if ('not' in test) return (object, item) => !test.not.test(read(object, item))
  const other = readerOf(test.below)
  // Numbers that are 0 are absent from objects, which Number('') is too.
  return (object, item) => Number(read(object, item)) < Number(other(object, item))
}

/** Returns a function that reads the text of a member of an object or of an item; empty if it is absent. */
function readerOf(path: string): (object: unknown, item: unknown) => string {
  const [first, ...rest] = path.split('.')
  return first === 'item' ? (_, item) => textAt(item, rest) : (object) => textAt(object, [first ?? '', ...rest])
}

const READY = {
  kinds: new Map(Object.entries(KIND_RULES).map(([kind, rules]) => [kind, [...rules, ...ALL_RULES].map(readyRule)])),
  other: [...OTHER_RULES, ...ALL_RULES].map(readyRule),
}

/** Returns the members at a path, through all items of the lists on its way; those of a list at its end. */
function membersAt(value: unknown, path: Path): readonly unknown[] {
  if (Array.isArray(value)) return path.length === 0 ? value : value.flatMap((item) => membersAt(item, path))
  const [name, ...rest] = path
  if (name === undefined) return value === undefined || value === null ? [] : [value]
  return isObject(value) ? membersAt(value[name], rest) : []
}

function textAt(value: unknown, path: Path): string {
  let at = value
  for (const name of path) {
    if (Array.isArray(at)) return textOf(membersAt(value, path))
    if (!isObject(at)) return ''
    at = at[name]
  }
  return textOf(at)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return isObject(value) ? '{}' : String(value)
}

/** What the paths of a rule lead into. */
type Scope = { readonly object: unknown; readonly item: unknown }

function problemBy({ tone, reason, words, since = 'item.lastTransitionTime' }: ProblemRule, scope: Scope): Problem {
  const times = [since, 'metadata.creationTimestamp'].map((path) => Date.parse(read(path, scope)))
  return {
    tone,
    reason: filled(reason, scope),
    words: filled(words, scope),
    since: times.find((time) => !Number.isNaN(time)) ?? NaN,
  }
}

const read = (path: string, { object, item }: Scope): string => readerOf(path)(object, item)

const MEMBER = /\{([^{}]+)\}/g

/** Fills the first text all of whose members are there, else the last one. */
function filled(texts: readonly string[], scope: Scope): string {
  const isWhole = (text: string) => [...text.matchAll(MEMBER)].every(([, path = '']) => read(path, scope) !== '')
  const text = texts.find(isWhole) ?? texts.at(-1) ?? ''
  return text.replaceAll(MEMBER, (_, path: string) => read(path, scope)).trim()
}

const RANKS: { readonly [tone in Tone]: number } = { wrong: 0, waiting: 1, told: 2 }

/** Compares tones, the gravest first. */
export const compareTones = (a: Tone, b: Tone): number => RANKS[a] - RANKS[b]

/** Returns the gravest of some problems, the first of equal ones; undefined if there is none. */
export const gravest = (problems: readonly Problem[]): Problem | undefined =>
  [...problems].sort((a, b) => compareTones(a.tone, b.tone))[0]
