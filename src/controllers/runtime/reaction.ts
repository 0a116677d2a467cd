import { storedRevision } from '../../schema/stored-metadata.js'
import { hasAll } from '../../base/partial.js'
import { StatusError } from '../../base/status.js'
import type { ObjectOf, PartOf } from '../../kinds/object-types.js'
import type { KubeObject } from '../../schema/object.js'
import { type ObjectMatch, createObjectTest } from '../../select/object-match.js'
import { type Delay, pick } from '../../base/delay.js'
import { recordEvent } from '../core/record-event.js'
import { fillIfThere, fillTemplate } from './template.js'
import type { Controller, Reader, World } from './types.js'

/** A part of an object of the kind; any of its values may be a text with `{{ … }}` in it. */
export type ReactionPart<K extends string> = PartOf<ObjectOf<K>, `${string}{{${string}}}${string}`>

// What a kind says of its status; anything where nothing is known of the kind.
type StatusPart<Part> = Part extends { readonly status?: infer Status } ? NonNullable<Status> : object

/** Which objects a reaction is about, and in which state. A member left out matches everything. */
export type ReactionMatch<K extends string = string> = ObjectMatch & {
  /** The kind, alone or with its group; one that is defined later is named with it: `Backup.example.com`. */
  readonly kind: K
  /**
   * What the object has, as a partial object; `null` where it must have nothing. Texts may have `{{ … }}` in them, as
   * in steps.
   */
  readonly is?: ReactionPart<K>
  /** What it has not: an object that has all of this is in another state. */
  readonly not?: ReactionPart<K>
  /** For how long nothing has changed about it. */
  readonly quiet?: Delay
}

/** One thing a reaction does. Texts may have `{{ … }}` in them, filled from the object. */
export type ReactionStep<K extends string = string> =
  | { readonly create: object }
  | { readonly patch: ReactionPart<K> }
  | { readonly status: StatusPart<ReactionPart<K>> }
  | { readonly delete: true }
  | { readonly event: { readonly reason: string; readonly note: string; readonly type?: 'Normal' | 'Warning' } }

/** A choice among several outcomes, picked by the seed. */
export type ReactionChoice<K extends string = string> = {
  readonly weight?: number
  readonly then: readonly ReactionStep<K>[]
}

/** What happens when an object comes into a state: a small controller as data. */
export type Reaction<K extends string = string> = {
  readonly name?: string
  readonly when: ReactionMatch<K>
  /** How long after (default at once). An object that has left the state by then is left alone. */
  readonly after?: Delay
  /** Does it again and again while the object stays in the state. */
  readonly every?: Delay
  /** How often for one stay in the state (default once; with `every`, until it ends). */
  readonly times?: number
  /** Who its writes are recorded under (default `script`). */
  readonly manager?: string
} & (
  { readonly then: readonly ReactionStep<NoInfer<K>>[] } | { readonly choose: readonly ReactionChoice<NoInfer<K>>[] }
)

type Memory = { readonly runs: number; readonly due: number; readonly revision: string }

/** The controller that a reaction is. `name` tells it from the others. */
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
    watches: { [splitKind(when.kind)[0]]: 'own' },
    reconcile({ apiVersion, kind, namespace, name: own }, world) {
      const type = `${apiVersion}/${kind}`
      const ref = { namespace, name: own }
      const read = () => world.get(type, ref)
      const object = read()
      if (!object || !matches(object, world.now())) return world.remember(undefined)
      const revision = storedRevision(object)
      let memory = world.memory as Memory | undefined // as remembered below
      if (!memory || (when.quiet !== undefined && memory.revision !== revision))
        memory = { runs: 0, due: world.now() + pick(after, world), revision }
      while (memory.runs < times && memory.due <= world.now()) {
        const current: KubeObject | undefined = read()
        if (!current || !matches(current, world.now())) return world.remember(undefined)
        const runs: number = memory.runs + 1
        world.remember({ ...memory, runs })
        for (const step of stepsOf(reaction, world))
          act(step, { world, type, ref, object: read() ?? current, run: runs })
        memory = {
          runs,
          due: world.now() + (every === undefined ? 0 : pick(every, world)),
          revision: read()?.metadata.resourceVersion ?? '',
        }
      }
      world.remember(memory)
      return memory.runs < times ? { after: memory.due - world.now() } : undefined
    },
  }
}

/** The kind of a reaction, and its group where it is named with it. */
function splitKind(kind: string): readonly [kind: string, group: string | undefined] {
  const dot = kind.indexOf('.')
  return dot < 0 ? [kind, undefined] : [kind.slice(0, dot), kind.slice(dot + 1)]
}

function createMatch({ kind, is = {}, not, ...match }: ReactionMatch): (object: KubeObject, now: number) => boolean {
  const test = createObjectTest(match)
  const [, group] = splitKind(kind)
  const has = (object: KubeObject, partial: object, now: number) => {
    // An object without what a template names is not in the state the template speaks of.
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
  readonly world: World
  readonly type: string
  readonly ref: { readonly namespace: string; readonly name: string }
  readonly object: KubeObject
  readonly run: number
}

/**
 * Does one step. What nobody could write is no matter of trying again: the script is wrong, and whoever waits is told.
 */
function act(step: ReactionStep, scene: Scene): void {
  try {
    perform(step, scene)
  } catch (error) {
    if (error instanceof StatusError && isWrong(step, error.status.code))
      throw new Error(error.message, { cause: error })
    throw error
  }
}

/**
 * Tells by the code of a refusal whether the step is wrong by itself, and not the moment; what is made has to have a
 * namespace.
 */
const isWrong = (step: ReactionStep, code: number | undefined): boolean =>
  code === 400 || code === 413 || code === 422 || code === 500 || (code === 404 && 'create' in step)

function perform(step: ReactionStep, { world, type, ref, object, run }: Scene): void {
  // A filled map stays a map.
  const fill = (template: object) => fillTemplate(template, { object, now: world.now(), run }) as KubeObject
  if ('create' in step) {
    const made = fill(step.create)
    world.create(`${made.apiVersion}/${made.kind}`, made)
  } else if ('patch' in step) world.patch(type, ref, fill(step.patch))
  else if ('status' in step) world.patch(type, ref, fill({ status: step.status }), { subresource: 'status' })
  else if ('delete' in step) world.delete(type, ref)
  // A filled template keeps the members it was checked for.
  else recordEvent(world, object, { type: 'Normal', ...(fill(step.event) as unknown as typeof step.event) })
}
