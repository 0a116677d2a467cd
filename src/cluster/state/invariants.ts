import { withAccessors } from '../../base/accessors.js'
import { messageOf } from '../../base/errors/status.js'
import { publicFunction } from '../../base/errors/call-site.js'
import type { Globs } from '../../base/text/glob.js'
import { callerError } from '../../base/check/arguments.js'
import type { AnyObject, KindWord, ObjectOf } from '../../kinds/object-types.js'
import { changeOf } from '../../server/journal/change.js'
import { entryOf } from '../../server/journal/entry.js'
import type { Recorder } from '../../server/journal/recorder.js'
import type { JournalEntry } from '../../server/journal/types.js'
import type { Cause, User } from '../../model/call/call.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/history.js'
import type { Store } from '../../store/store.js'
import type { State } from '../../store/transaction.js'
import { checkState, invariantName } from './shapes.js'
import { InvariantError } from './invariant-error.js'
import type { StateView } from './view.js'
import { splitApiVersion } from '../../model/registry/type-meta.js'
import type { EntryKind } from '../../server/hooks/hooks.js'
import type { KindNames, KindProblem } from '../../model/registry/kind-words.js'
import { createKindTest } from '../../model/select/object-match.js'
import { compilePredicate } from '../../cel/library.js'
import { type Problem, type Shape, text } from '../../base/check/shape.js'
import { described, listOf, members } from '../../base/check/shapes.js'
import { isObject } from '../../base/json/json.js'

/** The writer and the circumstances of a change. */
export type InvariantCause = {
  /** The request; undefined for a write of `load`. */
  readonly request: JournalEntry | undefined
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly subresource: string
  readonly user: User
  /** The whole state before the change, and as it would be after. */
  readonly before: StateView
  readonly after: StateView
}

/**
 * Checks one change of one object. The invariant is violated if it returns a string (the reason) or false, or throws.
 */
export type InvariantCheck<T = AnyObject> = (
  prev: T | undefined,
  next: T | undefined,
  cause: InvariantCause,
) => string | boolean | void

/** A registered invariant. */
export type Invariant = {
  readonly name: string
  readonly check: InvariantCheck
  readonly test: (kind: KindNames) => boolean
}

/** Registers invariants. */
export type Invariants = {
  /**
   * Checks every change of every object. A write that violates the invariant is refused with an {@link InvariantError},
   * over HTTP with a 500, and is recorded in `violations`. Dispose of the result to remove the invariant.
   *
   * @example
   * const nameOf = (object) => object?.metadata.name
   * cluster.invariant('no other name', (prev, next) => !prev || !next || nameOf(prev) === nameOf(next))
   */
  (name: string, check: InvariantCheck): Disposable
  /** The same for objects of one kind. */
  <K extends KindWord>(name: string, check: InvariantCheck<ObjectOf<K>>, options: { readonly kind: K }): Disposable
  /** The changes refused so far, oldest first, at most 100. A test that finds any has failed. */
  readonly violations: readonly InvariantError[]
}

const MOST_VIOLATIONS = 100

const withViolations = withAccessors<Invariants, 'violations'>('violations')

/** The invariants of one cluster: the public interface, and the state. */
export type InvariantParts = {
  readonly invariant: Invariants
  readonly snapshot: () => readonly Invariant[]
  /** Restores the invariants of a state, and clears violations. */
  readonly restore: (saved: readonly Invariant[]) => void
}

/** The parts of a cluster that invariants use. */
type InvariantContext = {
  readonly recorder: Recorder
  readonly view: (state: State<KubeObject>) => StateView
  readonly state: () => State<KubeObject>
  readonly kindProblem: KindProblem
  /** Has the store ask a guard before each commit. */
  readonly guard: Store<KubeObject>['guard']
}

/** Creates the invariants of a cluster: none, or those of a state. */
export function createInvariants(context: InvariantContext, from: readonly Invariant[] = []): InvariantParts {
  let invariants: readonly Invariant[] = []
  let violations: InvariantError[] = []
  let unguard: (() => void) | undefined
  const replace = (next: readonly Invariant[]) => {
    invariants = next
    unguard?.()
    unguard = next.length === 0 ? undefined : context.guard(guard)
  }
  const register = publicFunction(
    (name: string, check: InvariantCheck, options: { readonly kind?: Globs } = {}): Disposable => {
      checkState('invariant', name, check, options)
      const { kind } = options
      const problem = typeof kind === 'string' ? context.kindProblem(kind) : undefined
      if (problem !== undefined) throw callerError(`invariant: options.kind: ${problem}`)
      const own: Invariant = { name, check, test: createKindTest(kind) }
      replace([...invariants, own])
      return { [Symbol.dispose]: () => replace(invariants.filter((other) => other !== own)) }
    },
  )
  const guard: Parameters<InvariantContext['guard']>[0] = (changes, next) => {
    let transition: Transition | undefined
    for (const change of changes) {
      const kind = namesOf(change)
      for (const invariant of invariants) {
        if (!invariant.test(kind)) continue
        transition ??= { before: context.state(), after: next() }
        const broken = breakOf(invariant, change, causeOf(context, change, transition))
        if (!broken) continue
        const note = context.recorder.current()
        const error = new InvariantError({
          invariant: invariant.name,
          ...broken,
          request: note && entryOf(note),
          change: changeOf(change),
        })
        const { apiVersion, kind: refused, namespace, name } = error.change
        context.recorder.broken({
          apiVersion,
          kind: refused,
          namespace,
          name,
          invariant: error.invariant,
          why: error.why,
        })
        if (violations.length < MOST_VIOLATIONS) violations = [...violations, error]
        throw error
      }
    }
  }
  replace(from)
  return {
    invariant: withViolations({ violations: () => violations }, register),
    snapshot: () => invariants,
    restore(saved) {
      replace(saved)
      violations = []
    },
  }
}

/** Returns the names of the kind of a changed object; its table is named after the plural. */
function namesOf({ next, prev, table }: Change<KubeObject>): KindNames {
  const { kind = '', apiVersion = '' } = next ?? prev ?? {} // one of the two exists
  return { kind, plural: table.slice(table.lastIndexOf('/') + 1), group: splitApiVersion(apiVersion)[0] }
}

/** Creates the script entry for invariants. */
export const invariantEntry = (invariant: Invariants, kindProblem: KindProblem): EntryKind => ({
  words: ['invariants'],
  shape: invariantShapeOf(kindProblem),
  add(value) {
    const { invariants } = value as { readonly invariants: readonly InvariantRule[] } // its shape has been checked
    const added = invariants.map(({ name, kind, ...rule }) =>
      invariant(name, checkOf({ name, ...rule }), { kind: kind ?? '*' }),
    )
    return { [Symbol.dispose]: () => added.forEach((each) => each[Symbol.dispose]()) }
  },
})

type Transition = { readonly before: State<KubeObject>; readonly after: State<KubeObject> }

type Break = { readonly why: string; readonly cause?: unknown }

function breakOf(
  { name, check }: Invariant,
  { prev, next }: Change<KubeObject>,
  cause: InvariantCause,
): Break | undefined {
  let result: unknown
  try {
    // A stored object has the type of its kind.
    result = check(prev as AnyObject | undefined, next as AnyObject | undefined, cause)
  } catch (error) {
    return { why: messageOf(error), cause: error }
  }
  if (result instanceof Promise) {
    result.catch(() => undefined)
    throw new TypeError(`the invariant ${JSON.stringify(name)} returned a promise; it has to answer at once`)
  }
  if (typeof result === 'string') return { why: result }
  return result === false ? { why: 'its check returned false' } : undefined
}

function causeOf(
  { recorder, view }: InvariantContext,
  { cause }: Change<KubeObject>,
  { before, after }: Transition,
): InvariantCause {
  // The writes of rest/ pass a Cause.
  const { manager, operation, subresource, user } = cause as Cause
  const note = recorder.current()
  return {
    manager,
    operation,
    subresource,
    user,
    get request() {
      return note && entryOf(note)
    },
    get before() {
      return view(before)
    },
    get after() {
      return view(after)
    },
  }
}

/** An invariant in a script: a CEL expression over `object` and `oldObject`, each null if it does not exist. */
type InvariantRule = {
  readonly name: string
  /** Kind or plural, alone or with the group (default: every kind). */
  readonly kind?: string
  readonly rule: string
  /** The message of a refusal (default: the expression). */
  readonly message?: string
}

const expression: Shape = {
  check(value, path) {
    const problems = text.check(value, path)
    if (problems.length > 0 || typeof value !== 'string') return problems
    const { error } = compilePredicate(value)
    return error === undefined ? [] : [{ path, text: error }]
  },
  schema: text.schema,
}

const kindShape = (kindProblem: KindProblem): Shape => ({
  check(value, path) {
    const problem = typeof value === 'string' ? kindProblem(value) : undefined
    return problem === undefined ? text.check(value, path) : [{ path, text: problem }]
  },
  schema: text.schema,
})

const ruleShape = (kindProblem: KindProblem): Shape => {
  const rule = members({
    name: described(invariantName, 'What the invariant is called in refusals.', ['one holder']),
    kind: described(kindShape(kindProblem), 'Kind or plural, alone or with the group (default every kind).', ['Lease']),
    rule: described(expression, 'A CEL expression over object and oldObject, each null where there is none.', [
      'oldObject == null || object == null || object.spec.leaseTransitions >= oldObject.spec.leaseTransitions',
    ]),
    message: described(text, 'What a refusal says (default the rule).', ['transitions never go back']),
  })
  return {
    check(value, path): readonly Problem[] {
      const problems = rule.check(value, path)
      if (problems.length > 0 || !isObject(value)) return problems
      const missing = ['name', 'rule'].filter((member) => value[member] === undefined)
      return missing.map((member) => ({ path, text: `an invariant needs a ${member}` }))
    },
    schema: { ...rule.schema, required: ['name', 'rule'] },
  }
}

/**
 * Returns the shape of a script entry with invariants. Expressions are compiled, and errors in them reported, once the
 * CEL library is loaded.
 */
export function invariantShapeOf(kindProblem: KindProblem = () => undefined): Shape {
  const entry = members({ invariants: described(listOf(ruleShape(kindProblem)), 'Rules that hold at any time.') })
  return {
    check: entry.check,
    schema: {
      description: 'Invariants: writes they do not hold after are refused.',
      ...entry.schema,
      required: ['invariants'],
    },
  }
}

/** Returns the check of a rule that has been validated: it returns the rule's message if the expression is false. */
function checkOf({
  rule,
  message,
}: InvariantRule): (prev: KubeObject | undefined, next: KubeObject | undefined) => true | string {
  const { holds } = compilePredicate(rule)
  return (prev, next) =>
    holds({ object: next ?? null, oldObject: prev ?? null }) || (message ?? `failed expression: ${rule.trim()}`)
}
