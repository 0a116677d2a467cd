import { forCaller } from '../../base/errors/call-site.js'
import type { Steps } from '../../base/turns/steps.js'
import { type KubeObject, storedRevision, identityOf } from '../../schema/object.js'
import { hasAll } from '../../base/json/partial.js'
import { StatusError } from '../../base/errors/status.js'
import type { ObjectOf, PartOf } from '../../kinds/object-types.js'
import { type ObjectMatch, createObjectTest } from '../../model/select/object-match.js'
import { type Delay, pick } from '../../base/time/delay.js'
import { recordEvent } from '../core/record-event.js'
import { fillIfThere, fillTemplate } from './template.js'
import type { Controller, MapToKeys, Reader, WorldInSteps } from './types.js'

/** A partial object of the kind; any of its values may be a string with `{{ … }}` in it. */
export type ReactionPart<K extends string> = PartOf<ObjectOf<K>, `${string}{{${string}}}${string}`>

// The status type of a kind; any object if the kind is not known.
type StatusPart<Part> = Part extends { readonly status?: infer Status } ? NonNullable<Status> : object

/** The objects a reaction is about, and their state. A member left out matches everything. */
export type ReactionMatch<K extends string = string> = ObjectMatch & {
  /** The kind, alone or with its group; one that is defined later needs the group: `Backup.example.com`. */
  readonly kind: K
  /**
   * Fields the object has, as a partial object; `null` for a field that must be absent. Strings may contain `{{ … }}`,
   * as in steps.
   */
  readonly is?: ReactionPart<K>
  /** Fields it does not have: an object that has all of them is in another state. */
  readonly not?: ReactionPart<K>
  /** How long the object must have been unchanged. */
  readonly quiet?: Delay
}

/** One action of a reaction. Strings may contain `{{ … }}`, filled from the object. */
export type ReactionStep<K extends string = string> =
  | { readonly create: object }
  | { readonly patch: ReactionPart<K> }
  | { readonly status: StatusPart<ReactionPart<K>> }
  | { readonly delete: true }
  | { readonly event: { readonly reason: string; readonly note: string; readonly type?: 'Normal' | 'Warning' } }

/** One of several outcomes, of which the seed picks one. */
export type ReactionChoice<K extends string = string> = {
  readonly weight?: number
  readonly then: readonly ReactionStep<K>[]
}

/** What happens when an object enters a state: a small controller as data. */
export type Reaction<K extends string = string> = {
  readonly name?: string
  readonly when: ReactionMatch<K>
  /** The delay (default none). An object that has left the state by then is left alone. */
  readonly after?: Delay
  /** Repeats it while the object stays in the state. */
  readonly every?: Delay
  /** How many times per stay in the state (default once; with `every`, until the object leaves it). */
  readonly times?: number
  /** The field manager of its writes (default `script`). */
  readonly manager?: string
} & (
  { readonly then: readonly ReactionStep<NoInfer<K>>[] } | { readonly choose: readonly ReactionChoice<NoInfer<K>>[] }
)

/** A stay of an object in the state. */
type Stay = {
  readonly runs: number
  readonly due: number
  /** The resourceVersion up to which changes belong to the stay: those of the reaction itself never end it. */
  readonly revision: string
}

/** Returns the controller that runs a reaction, under a unique `name`. */
export function reactionController(reaction: Reaction, name: string): Controller {
  const {
    when,
    after = when.quiet ?? 0,
    every,
    times = every === undefined ? 1 : Infinity,
    manager = 'script',
  } = reaction
  const matches = createMatch(when)
  return {
    name,
    manager,
    user: `system:${manager}`,
    isTrusted: true,
    watches: { [splitKind(when.kind)[0]]: createWatch(matches) },
    *reconcileInSteps({ apiVersion, kind, namespace, name: own }, world) {
      const type = `${apiVersion}/${kind}`
      const ref = { namespace, name: own }
      const read = () => world.get(type, ref)
      const readInState = () => {
        const object: KubeObject | undefined = read()
        return object && matches(object, world.now()) ? object : undefined
      }
      let current = readInState()
      if (!current) return world.remember(undefined)
      const revision = storedRevision(current)
      let stay = world.memory as Stay | undefined // as remembered below
      if (!stay || hasEnded(stay, world.told) || (when.quiet !== undefined && stay.revision !== revision))
        stay = { runs: 0, due: world.now() + pick(after, world), revision }
      while (stay.runs < times && stay.due <= world.now()) {
        const runs: number = stay.runs + 1
        world.remember({ ...stay, runs })
        for (const step of stepsOf(reaction, world))
          yield* act(step, { world, type, ref, object: read() ?? current, run: runs })
        const due = world.now() + (every === undefined ? 0 : pick(every, world))
        current = readInState()
        if (!current) return world.remember(undefined)
        stay = { runs, due, revision: storedRevision(current) }
      }
      world.remember(stay)
      return stay.runs < times ? { at: stay.due } : undefined
    },
  }
}

/**
 * Wakes an object's own key. An object that others take out of the state and back before the key is reconciled has
 * begun another stay, so the reconciliation is told the resourceVersions at which it was not in the state.
 */
const createWatch =
  (matches: (object: KubeObject, now: number) => boolean): MapToKeys =>
  ({ prev, next }, world) => {
    const object = next ?? prev
    if (!object) return []
    const key = identityOf(object)
    return next && !(prev && matches(next, world.now())) ? [{ key, told: storedRevision(next) }] : [key]
  }

/** Returns whether an object has left the state since, given when it was not in it. */
const hasEnded = ({ revision }: Stay, told: readonly unknown[]): boolean =>
  told.some((left) => Number(left) > Number(revision))

/** Splits the kind of a reaction from its group, which is optional. */
function splitKind(kind: string): readonly [kind: string, group: string | undefined] {
  const dot = kind.indexOf('.')
  return dot < 0 ? [kind, undefined] : [kind.slice(0, dot), kind.slice(dot + 1)]
}

function createMatch({ kind, is = {}, not, ...match }: ReactionMatch): (object: KubeObject, now: number) => boolean {
  const test = createObjectTest(match)
  const [, group] = splitKind(kind)
  const has = (object: KubeObject, partial: object, now: number) => {
    // An object without the field that a template names does not match.
    const filled = fillIfThere(partial, { object, now, run: 0 })
    return filled !== undefined && hasAll(object, filled)
  }
  return (object, now) =>
    (group === undefined || object.apiVersion?.startsWith(`${group}/`) === true) &&
    test(object) &&
    has(object, is, now) &&
    !(not && has(object, not, now))
}

function stepsOf(reaction: Reaction, { random }: Pick<Reader, 'random'>): readonly ReactionStep[] {
  if ('then' in reaction) return reaction.then
  let point = random() * reaction.choose.reduce((sum, { weight = 1 }) => sum + weight, 0)
  return reaction.choose.find(({ weight = 1 }) => (point -= weight) < 0)?.then ?? []
}

type Scene = {
  readonly world: WorldInSteps
  readonly type: string
  readonly ref: { readonly namespace: string; readonly name: string }
  readonly object: KubeObject
  readonly run: number
}

/** Performs one step. A write that can never succeed is not retried: the script is wrong, and a fault is reported. */
function* act(step: ReactionStep, scene: Scene): Steps<void> {
  try {
    yield* perform(step, scene)
  } catch (error) {
    if (error instanceof StatusError && isWrong(step, error.status.code))
      throw forCaller(new Error(error.message, { cause: error }))
    throw error
  }
}

/**
 * Returns whether a status code means that the step itself is wrong rather than the state of the cluster; a 404 for
 * `create` means that the namespace does not exist.
 */
const isWrong = (step: ReactionStep, code: number | undefined): boolean =>
  code === 400 || code === 413 || code === 422 || code === 500 || (code === 404 && 'create' in step)

function* perform(step: ReactionStep, { world, type, ref, object, run }: Scene): Steps<void> {
  // A filled map stays a map.
  const fill = (template: object) => fillTemplate(template, { object, now: world.now(), run }) as KubeObject
  if ('create' in step) {
    const made = fill(step.create)
    yield* world.create(`${made.apiVersion}/${made.kind}`, made)
  } else if ('patch' in step) yield* world.patch(type, ref, fill(step.patch))
  else if ('status' in step) yield* world.patch(type, ref, fill({ status: step.status }), { subresource: 'status' })
  else if ('delete' in step) yield* world.delete(type, ref)
  // A filled template keeps the members it was checked for.
  else yield* recordEvent(world, object, { type: 'Normal', ...(fill(step.event) as unknown as typeof step.event) })
}
