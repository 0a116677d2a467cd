import { encodeJson } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'
import type { State } from '../../store/transaction.js'
import type { BundleOptions, BundleSource } from './source.js'
import { type HeldObject, objectsIn, bundleObject } from './start.js'
import { shown, tellingOf } from './telling.js'
import type { Bundle, BundleChange, BundleObject, BundleRequest, BundleTold } from './types.js'

/** A part of a Bundle, in order of sending. Lists come in several parts; without `end` the Bundle is incomplete. */
export type BundlePart =
  | { readonly type: 'head'; readonly bundle: Bundle; readonly glance: Glance }
  | { readonly type: 'start'; readonly items: readonly BundleObject[] }
  | { readonly type: 'changes'; readonly items: readonly BundleChange[] }
  | { readonly type: 'requests'; readonly items: readonly BundleRequest[] }
  | { readonly type: 'told'; readonly items: readonly BundleTold[] }
  | { readonly type: 'end' }

/** The data of the last state that a first view needs. */
export type Glance = {
  /** Number of objects per kind, by a key such as `apps/v1/Deployment`. */
  readonly counts: { readonly [kind: string]: number }
  /** The first objects of the kind that is displayed, by namespace and name. */
  readonly objects: readonly BundleObject[]
}

/**
 * Whether to include secret values, and the kinds the viewer displays, such as `v1/Pod`: the first one with objects is
 * used.
 */
type PartsOptions = Pick<BundleOptions, 'secrets'> & { readonly look?: readonly string[] | undefined }

/** Maximum number of objects of the first view. */
const GLANCE = 100
/** Number of characters at which a part is sent. */
const FULL = 256 * 1024

/**
 * Streams the Bundle of a cluster as lines of JSON, the data of the first view first, so that a viewer need not wait
 * for the rest.
 */
export function* partsOf(source: BundleSource, { look = [], secrets = false }: PartsOptions): Iterable<string> {
  const telling = tellingOf(source, { secrets })
  const { head, kinds } = telling
  const { counts, objects } = glanceAt(source.store.state(), look)
  const rows = objects.map((held) => shown(bundleObject(held, kinds, head.made), secrets))
  yield lineOf({ type: 'head', bundle: head, glance: { counts, objects: rows } })
  yield* filled('start', telling.start)
  yield* filled('changes', telling.changes)
  yield* filled('requests', telling.requests)
  yield* filled('told', telling.told)
  yield lineOf({ type: 'end' })
}

const lineOf = (part: BundlePart): string => `${encodeJson(part)}\n`

/** Batches items into parts of about the same size. */
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
