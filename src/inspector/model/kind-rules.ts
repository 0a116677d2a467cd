import { NONE, type ProblemRule, SOME, condition } from './problem-rules.js'

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
export const KIND_RULES: { readonly [kind: string]: readonly ProblemRule[] } = {
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
