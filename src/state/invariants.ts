import { publicFunction } from '../base/call-site.js'
import type { Globs } from '../base/glob.js'
import { callerError } from '../check/arguments.js'
import type { AnyObject, KindWord, ObjectOf } from '../kinds/object-types.js'
import { changeOf } from '../journal/change.js'
import { entryOf } from '../journal/entry.js'
import type { Recorder } from '../journal/recorder.js'
import type { JournalEntry } from '../journal/types.js'
import type { Cause, User } from '../api/call.js'
import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import type { State } from '../store/transaction.js'
import { checkState } from './shapes.js'
import { InvariantError } from './invariant-error.js'
import type { StateView } from './view.js'
import { splitApiVersion } from '../base/api-version.js'
import type { EntryKind } from '../hooks/entry.js'
import type { KindNames, KindProblem } from '../registry/kind-words.js'
import { createKindTest } from '../select/object-match.js'
import { type InvariantRule, checkOf, invariantShape } from './invariant-rule.js'

/** Who makes a transition, and what is around it. */
export type InvariantCause = {
  /** The request; undefined for what `load` writes. */
  readonly request: JournalEntry | undefined
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly subresource: string
  readonly user: User
  /** Everything before the transition, and everything as it would be after. */
  readonly before: StateView
  readonly after: StateView
}

/** Looks at one transition of one object. It is broken where it says why in a text, returns false or throws. */
export type InvariantCheck<T = AnyObject> = (
  prev: T | undefined,
  next: T | undefined,
  cause: InvariantCause,
) => string | boolean | void

/** A rule that holds at any time. */
export type Invariant = {
  readonly name: string
  readonly check: InvariantCheck
  readonly test: (kind: KindNames) => boolean
}

/** Registers invariants. */
export type Invariants = {
  /**
   * Checks every transition of every object: a write after which it does not hold is refused with an
   * {@link InvariantError}, over HTTP with 500, and is remembered. Dispose of the handle to end it.
   *
   * @example
   * const nameOf = (object) => object?.metadata.name
   * cluster.invariant('no other name', (prev, next) => !prev || !next || nameOf(prev) === nameOf(next))
   */
  (name: string, check: InvariantCheck): Disposable
  /** The same for the objects of one kind. */
  <K extends KindWord>(name: string, check: InvariantCheck<ObjectOf<K>>, options: { readonly kind: K }): Disposable
  /** The transitions refused so far, oldest first, a hundred at most. A test that finds any has failed. */
  readonly violations: readonly InvariantError[]
}

const MOST_VIOLATIONS = 100

/** The invariants of one cluster: their public interface, their check, and their state as a value. */
export type InvariantParts = {
  readonly invariant: Invariants
  readonly guard: (changes: readonly Change<KubeObject>[], next: () => State<KubeObject>) => void
  readonly snapshot: () => readonly Invariant[]
  /** Puts the invariants of a state in force and forgets violations. */
  readonly restore: (saved: readonly Invariant[]) => void
}

/** What invariants are checked with. */
type InvariantContext = {
  readonly recorder: Recorder
  readonly view: (state: State<KubeObject>) => StateView
  readonly state: () => State<KubeObject>
  readonly kindProblem: KindProblem
}

/** Makes the invariants of a cluster, none yet, or those of a state. */
export function createInvariants(context: InvariantContext, from: readonly Invariant[] = []): InvariantParts {
  const { kindProblem } = context
  let invariants = from
  let violations: InvariantError[] = []
  const register = publicFunction(
    (name: string, check: InvariantCheck, options: { readonly kind?: Globs } = {}): Disposable => {
      checkState('invariant', name, check, options)
      const { kind } = options
      const problem = typeof kind === 'string' ? kindProblem(kind) : undefined
      if (problem !== undefined) throw callerError(`invariant: options.kind: ${problem}`)
      const own: Invariant = { name, check, test: createKindTest(kind) }
      invariants = [...invariants, own]
      return { [Symbol.dispose]: () => void (invariants = invariants.filter((other) => other !== own)) }
    },
  )
  return {
    // A function that has the property just defined.
    invariant: Object.defineProperty(register, 'violations', { get: () => violations }) as unknown as Invariants,
    guard(changes, next) {
      if (invariants.length === 0) return
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
    },
    snapshot: () => invariants,
    restore(saved) {
      invariants = saved
      violations = []
    },
  }
}

/** What the kind of a changed object is called by; its table is named after its plural. */
function namesOf({ next, prev, table }: Change<KubeObject>): KindNames {
  const { kind = '', apiVersion = '' } = next ?? prev ?? {} // one of the two is there
  return { kind, plural: table.slice(table.lastIndexOf('/') + 1), group: splitApiVersion(apiVersion)[0] }
}

/** Invariants as entries of scripts. */
export const invariantEntry = (invariant: Invariants): EntryKind => ({
  words: ['invariants'],
  shape: invariantShape,
  add(value) {
    const { invariants } = value as { readonly invariants: readonly InvariantRule[] } // its shape has passed
    const added: Disposable[] = []
    const dispose = () => added.forEach((each) => each[Symbol.dispose]())
    try {
      for (const { name, kind, ...rule } of invariants)
        added.push(invariant(name, checkOf({ name, ...rule }), { kind: kind ?? '*' }))
    } catch (error) {
      dispose()
      throw error
    }
    return { [Symbol.dispose]: dispose }
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
    // An object in the store is what its kind's type says.
    result = check(prev as AnyObject | undefined, next as AnyObject | undefined, cause)
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error), cause: error }
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
  // The store keeps what rest/ gave it.
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
