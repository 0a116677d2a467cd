import { encodeJson } from '../base/json.js'
import type { KubeObject } from '../schema/object.js'
import type { State } from '../store/transaction.js'
import type { BundleOptions, BundleSource } from './source.js'
import { type HeldObject, objectsIn, toldObject } from './start.js'
import { shown, tellingOf } from './telling.js'
import type { Bundle, BundleChange, BundleObject, BundleRequest, BundleTold } from './types.js'

/** A Bundle in parts, in the order they come: lists are to be put together. Without the last it is not whole. */
export type BundlePart =
  | { readonly type: 'head'; readonly bundle: Bundle; readonly glance: Glance }
  | { readonly type: 'start'; readonly items: readonly BundleObject[] }
  | { readonly type: 'changes'; readonly items: readonly BundleChange[] }
  | { readonly type: 'requests'; readonly items: readonly BundleRequest[] }
  | { readonly type: 'told'; readonly items: readonly BundleTold[] }
  | { readonly type: 'end' }

/** The last state, as far as a first view needs it. */
export type Glance = {
  /** How many objects there are of each kind, by `apps/v1/Deployment`. */
  readonly counts: { readonly [kind: string]: number }
  /** The first objects of the kind that is looked at, by namespace and name. */
  readonly objects: readonly BundleObject[]
}

/** What is to be told, and what is looked at: the first of these kinds, as `v1/Pod`, there are objects of. */
type PartsOptions = Pick<BundleOptions, 'secrets'> & { readonly look?: readonly string[] | undefined }

/** How many objects a first view shows. */
const GLANCE = 100
/** Characters after which a part is full. */
const FULL = 256 * 1024

/**
 * The Bundle of a cluster in parts, each a line of JSON: the first view comes first, and nobody waits for the whole to
 * be written.
 */
export function* partsOf(source: BundleSource, { look = [], secrets = false }: PartsOptions): Iterable<string> {
  const telling = tellingOf(source, { secrets })
  const { head, kinds } = telling
  const { counts, objects } = glanceAt(source.store.state(), look)
  const rows = objects.map((held) => shown(toldObject(held, kinds, head.made), secrets))
  yield lineOf({ type: 'head', bundle: head, glance: { counts, objects: rows } })
  yield* filled('start', telling.start)
  yield* filled('changes', telling.changes)
  yield* filled('requests', telling.requests)
  yield* filled('told', telling.told)
  yield lineOf({ type: 'end' })
}

const lineOf = (part: BundlePart): string => `${encodeJson(part)}\n`

/** Items in parts of about one size. */
function* filled(type: 'start' | 'changes' | 'requests' | 'told', items: Iterable<unknown>): Iterable<string> {
  let texts: string[] = []
  let size = 0
  const line = () => `{"type":"${type}","items":[${texts.join(',')}]}\n`
  for (const item of items) {
    const text = encodeJson(item)
    texts.push(text)
    size += text.length
    if (size < FULL) continue
    yield line()
    texts = []
    size = 0
  }
  if (texts.length > 0) yield line()
}

function glanceAt(
  state: State<KubeObject>,
  look: readonly string[],
): { readonly counts: Glance['counts']; readonly objects: readonly HeldObject[] } {
  const byKind = new Map<string, HeldObject[]>()
  for (const held of objectsIn(state)) {
    const id = `${held.object.apiVersion}/${held.object.kind}`
    const others = byKind.get(id)
    if (others) others.push(held)
    else byKind.set(id, [held])
  }
  const kind = look.find((each) => byKind.has(each)) ?? ''
  return {
    counts: Object.fromEntries([...byKind].map(([id, objects]) => [id, objects.length])),
    objects: byKind.get(kind)?.slice(0, GLANCE) ?? [],
  }
}
