import type { Bundle, BundleChange, BundleRequest } from '../../cluster/bundle/types.js'
import type { KubeObject } from '../../schema/object.js'
import { type Cause, causeKey, causeOfRequest, createCauses, listCauses } from './causes.js'
import { kindId, rowKey } from './rows.js'

/** A change, with its cause and the request behind it. */
export type ToldChange = {
  readonly change: BundleChange
  readonly cause: Cause
  /** The number of the cause's colour. */
  readonly color: number
  readonly request: BundleRequest | undefined
  /** The change that triggered the controller, if a controller made this one. */
  readonly because: BundleChange | undefined
  /** The object before the change; undefined if it did not exist, or is unknown. */
  readonly before: KubeObject | undefined
}

/** The changes of a Bundle, indexed. */
export type Changes = {
  readonly all: readonly ToldChange[]
  /** The causes of changes. */
  readonly causes: ReturnType<typeof listCauses>
  /** The causes of changes and requests; a cause has the same colour everywhere. */
  readonly colors: ReturnType<typeof listCauses>
  readonly byRevision: ReadonlyMap<number, ToldChange>
  /** Returns the changes of one object, oldest first. */
  readonly of: (kind: string, key: string) => readonly ToldChange[]
}

const known = new WeakMap<readonly BundleChange[], { readonly requests: readonly BundleRequest[]; made: Changes }>()

/** Finds the causes of all changes; the result is cached. */
export function changesOf(bundle: Bundle): Changes {
  const found = known.get(bundle.changes)
  if (found?.requests === bundle.requests) return found.made
  const made = tell(bundle)
  known.set(bundle.changes, { requests: bundle.requests, made })
  return made
}

/** Returns a unique key of an object among all kinds. */
const objectKey = (kind: string, key: string) => `${kind} ${key}`
const keyOf = (change: BundleChange) => objectKey(kindId(change), rowKey(change.namespace, change.name))

function tell({ start, changes, requests }: Bundle): Changes {
  const causeOf = createCauses(requests)
  const bySequence = new Map(requests.map((request) => [request.sequence, request]))
  const changeAt = new Map(changes.map((change) => [change.revision, change]))
  const made = changes.map(causeOf)
  const colors = listCauses([...requests.map(causeOfRequest), ...made])
  const makers = new Set(made.map(causeKey))
  const last = new Map(
    start.map(({ object }) => {
      const { namespace = '', name = '' } = object.metadata
      return [objectKey(kindId(object), rowKey(namespace, name)), object] as const
    }),
  )
  const byRevision = new Map<number, ToldChange>()
  const byObject = new Map<string, ToldChange[]>()
  const all = changes.map((change) => {
    const key = keyOf(change)
    const request = change.request === undefined ? undefined : bySequence.get(change.request)
    const cause = causeOf(change)
    const told: ToldChange = {
      ...{ change, cause, request },
      color: colors.get(causeKey(cause))?.color ?? 0,
      because: request?.by?.woken === undefined ? undefined : changeAt.get(request.by.woken),
      before: last.get(key),
    }
    if (change.object) last.set(key, change.object)
    else last.delete(key)
    byRevision.set(change.revision, told)
    const others = byObject.get(key)
    if (others) others.push(told)
    else byObject.set(key, [told])
    return told
  })
  const causes = new Map([...colors].filter(([key]) => makers.has(key)))
  return { all, causes, colors, byRevision, of: (kind, key) => byObject.get(objectKey(kind, key)) ?? [] }
}

/**
 * Returns the chain of changes that led to one, nearest first: each triggered the controller that made the one before
 * it in the chain.
 */
export function chainOf(told: ToldChange, { byRevision }: Changes): readonly ToldChange[] {
  const chain: ToldChange[] = []
  let at: ToldChange | undefined = told
  while (at?.because && chain.length < 20) {
    at = byRevision.get(at.because.revision)
    if (at) chain.push(at)
  }
  return chain
}

/** Returns the label of a change: `Pod shop/web-1`. */
export const nameOfChange = ({ kind, namespace, name }: BundleChange): string => `${kind} ${rowKey(namespace, name)}`
