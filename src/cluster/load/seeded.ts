import { deepFreeze } from '../../base/json/json.js'
import { formatTime } from '../../base/time/time.js'
import type { Env, EnvState } from '../../base/time/env.js'
import type { Engine } from '../../controllers/runtime/engine.js'
import type { ControllerState } from '../../controllers/runtime/state.js'
import type { RestContext } from '../../rest/context.js'
import { withRevision } from '../../rest/write/stored-form.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/history.js'

/**
 * What a cluster stores before its first request, as a value: that of another cluster with the same options has other
 * uids and times only.
 */
type Seeded = {
  /** The changes of each transaction. */
  readonly commits: readonly (readonly Change<KubeObject>[])[]
  /** The uids in the order in which they were made. */
  readonly uids: readonly string[]
  readonly time: string
  /** How many reconciliations requests wait for from then on. */
  readonly owed: number
}

/** The parts of a server that have to do with it. */
type Seedable = {
  readonly context: Pick<RestContext, 'env' | 'store'>
  readonly engine: Pick<Engine, 'snapshot' | 'skip'>
}

/** Values by the options that decide about them. */
const known = new Map<string, Seeded>()
/** Programs use a few sets of options; tests that try them all shall not fill the memory. */
const MOST_KNOWN = 32

/**
 * Stores what a cluster has before its first request: by `store`, or as it was stored in a cluster with the same
 * `options` before; they are undefined where they do not tell what will be stored.
 */
export function seed(server: Seedable, options: string | undefined, store: () => void): void {
  const value = options === undefined ? undefined : known.get(options)
  if (value) return replay(server, value)
  const made = recorded(server, store)
  if (options === undefined || !made) return
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(options, made)
}

/** Runs `store`, and returns what it has stored; undefined if there is more to it than objects with uids and times. */
function recorded({ context, engine }: Seedable, store: () => void): Seeded | undefined {
  const { env } = context
  const before = env.snapshot()
  const revision = context.store.revision()
  const commits: (readonly Change<KubeObject>[])[] = []
  const stop = context.store.observe((changes) => void commits.push([...changes]))
  store()
  stop()
  const time = formatTime(before.now)
  const uids = drawnBetween(env, before)
  const changes = commits.flat()
  const controllers = engine.snapshot()
  const isWhole =
    uids !== undefined &&
    time === formatTime(env.now()) &&
    isAtRest(controllers) &&
    changes.every(({ next }, i) => next !== undefined && changes[i]!.revision === revision + i + 1) &&
    context.store.revision() === revision + changes.length &&
    areWholeTexts([...uids, time], changes)
  return isWhole ? { commits, uids, time, owed: controllers.owed } : undefined
}

/** Whether controllers keep nothing, and have nothing to do. */
const isAtRest = ({ entries, due, owned, placed, orphans, standing, ...rest }: ControllerState): boolean =>
  [entries, due, owned, placed, orphans, standing].every(({ size }) => size === 0) &&
  rest.notes.made + rest.waiting.length + rest.plans === 0

/** No cluster begins with more. */
const MOST_UIDS = 1000

/** Returns the uids that were drawn since a state; undefined if other random things were drawn too. */
function drawnBetween(env: Env, before: EnvState): readonly string[] | undefined {
  const after = env.snapshot()
  const isSame = (name: 'ids' | 'requests' | 'chance', state: EnvState) => state[name].join() === after[name].join()
  if (!isSame('requests', before) || !isSame('chance', before)) return undefined
  const again = env.fork(before)
  const uids: string[] = []
  while (!isSame('ids', again.snapshot())) {
    if (uids.length === MOST_UIDS) return undefined
    uids.push(again.uuid())
  }
  return uids
}

/** Whether uids and times are texts of their own wherever they are. */
function areWholeTexts(texts: readonly string[], changes: readonly Change<KubeObject>[]): boolean {
  const all = JSON.stringify(changes.map(({ next }) => next))
  const rest = texts.reduce((left, text) => left.replaceAll(JSON.stringify(text), ''), all)
  // A time to the microsecond begins as one to the second.
  return !texts.some((text) => rest.includes(text.replace(/Z$/, '')))
}

/** Stores a value with uids and times of this cluster. */
function replay({ context: { env, store }, engine }: Seedable, { commits, uids, time, owed }: Seeded): void {
  const texts = new Map(uids.map((uid) => [uid, env.uuid()]))
  texts.set(time, formatTime(env.now()))
  const put = (changes: readonly Change<KubeObject>[]) =>
    store.transact((transaction) => {
      for (const { table, key, next } of changes) {
        const object = withTexts(next as KubeObject, texts) // nothing was removed
        transaction.put(table, key, (revision) => deepFreeze(withRevision(object, revision)))
      }
    }, changes[0]?.cause)
  engine.skip(() => commits.forEach(put), owed)
}

/** Returns a value with other texts in place of some; parts without them stay the same. */
function withTexts<T>(value: T, texts: ReadonlyMap<string, string>): T {
  const replaced = (given: unknown): unknown => {
    if (typeof given === 'string') return texts.get(given) ?? given
    if (typeof given !== 'object' || given === null) return given
    const members = given as { readonly [name: string]: unknown } // a list has indices
    let copy: { [name: string]: unknown } | undefined
    for (const name in members) {
      const next = replaced(members[name])
      if (next === members[name]) continue
      copy ??= (Array.isArray(given) ? [...given] : { ...members }) as { [name: string]: unknown } // as above
      copy[name] = next
    }
    return copy ?? given
  }
  return replaced(value) as T // of the same form
}
