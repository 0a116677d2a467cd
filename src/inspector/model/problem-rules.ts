/** How grave a problem is: something is wrong, or not yet as it should be, or an Event warned of it. */
export type Tone = 'wrong' | 'waiting' | 'told'

/** A test of a member: its text, which is empty if it is absent, or that its number is below that of another one. */
export type Test = RegExp | { readonly not: RegExp } | { readonly below: string }

/**
 * What to look for in an object, as data. Paths such as `status.phase` lead to members of the object, or, after
 * `item.`, of each item of the lists in `each`.
 */
export type ProblemRule = {
  readonly each?: readonly string[]
  /** What has to hold, all of it. */
  readonly if: { readonly [path: string]: Test }
  /** Only if no rule before it has found a problem of the object. */
  readonly otherwise?: true
  readonly tone: 'wrong' | 'waiting'
  /** Texts with members in braces; the first of them is taken all of whose members are there, else the last. */
  readonly reason: readonly string[]
  readonly words: readonly string[]
  /** The member with the time since when (default the last transition of the item, else the creation). */
  readonly since?: string
}

const CONDITIONS = ['status.conditions', 'status.parents.conditions', 'status.listeners.conditions'] as const

/** Tests of a member that is absent, and of one that is there. */
export const NONE = /^$/
export const SOME = /./

/** A condition with one of some types that has a status. */
export const condition = (type: Test, status: RegExp, tone: ProblemRule['tone'] = 'wrong'): ProblemRule => ({
  each: CONDITIONS,
  if: { 'item.type': type, 'item.status': status },
  tone,
  reason: ['{item.reason}', '{item.type}'],
  words: ['{item.message}', '{item.type} is {item.status}.'],
})

/** Words in types of conditions that are bad if True, and fine if False. */
const BAD_WORDS = [
  ...['Degraded', 'Stalled', 'Fail', 'Error', 'Pressure', 'Unavailable', 'Unhealthy', 'NotReady', 'Denied', 'Invalid'],
  ...['Rejected', 'Dangling', 'Conflict', 'Blocked', 'Lost', 'Exceeded', 'Expired', 'Orphan'],
]
/** Words in types of conditions that say nothing bad if False: nothing is going on, or switched on. */
const CALM_WORDS = [
  ...['Progressing', 'Reconciling', 'Issuing', 'Paus', 'Suspend', 'Active', 'Updat', 'Upgrad', 'Deleting', 'Terminat'],
  ...['Resiz', 'Migrat', 'Draining', 'Limited', 'Requested', 'Complet', 'Finished', 'Fallback'],
]
const BAD = new RegExp(BAD_WORDS.join('|'))
const GOOD = { not: new RegExp([...BAD_WORDS, ...CALM_WORDS].join('|')) }

/** A condition of a kind whose conditions are not known here: what it is of is told too. */
const unknownCondition = (type: Test, status: RegExp, tone: ProblemRule['tone'] = 'wrong'): ProblemRule => ({
  ...condition(type, status, tone),
  // Where a condition has a severity, as in Knative and Cluster API, information is not a problem.
  if: { 'item.type': type, 'item.status': status, 'item.severity': { not: /^Info$/ } },
  words: ['{item.type} is {item.status}: {item.message}', '{item.type} is {item.status}.'],
})

/** What to look for in objects of all other kinds, such as custom resources. */
export const OTHER_RULES: readonly ProblemRule[] = [
  unknownCondition(BAD, /^True$/),
  unknownCondition(GOOD, /^False$/),
  unknownCondition(GOOD, /^Unknown$/, 'waiting'),
  ...['status.phase', 'status.state', 'status.health.status'].map((path): ProblemRule => ({
    if: { [path]: /^(Fail|Error|Degraded|Unhealthy|Missing|Lost|Crash)/i },
    otherwise: true,
    tone: 'wrong',
    reason: [`{${path}}`],
    words: ['{status.message}', '{status.reason}', `{${path}}`],
  })),
]

/** What to look for in all objects. */
export const ALL_RULES: readonly ProblemRule[] = [
  {
    if: { 'metadata.deletionTimestamp': SOME, 'metadata.finalizers': SOME },
    tone: 'waiting',
    reason: ['Terminating'],
    words: ['It is being deleted, and waits for its finalizers: {metadata.finalizers}.'],
    since: 'metadata.deletionTimestamp',
  },
]
