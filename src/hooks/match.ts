import type { KindDef } from '../kind/define.js'
import type { Call, RequestVerb, WatchEvent } from '../rest/types.js'
import { type Globs, createGlobTest } from './glob.js'

/** Which requests a hook is for. A member left out matches everything; `*` and `?` are wildcards; of a list one has to match. */
export type RequestMatch = {
  readonly verb?: Globs<RequestVerb>
  /** Kind or plural, alone or with the group: `Lease`, `leases`, `Lease.coordination.k8s.io`. */
  readonly kind?: Globs
  /** `status` or `finalize`; the empty text is the object itself. */
  readonly subresource?: Globs<'' | 'status' | 'finalize'>
  /** Empty for cluster-scoped kinds and for requests across namespaces. */
  readonly namespace?: Globs
  /** Name in the path, else in the body; empty for collections. */
  readonly name?: Globs
}

/** Which events of which watches a hook is for; namespace and name are those of the event's object. */
export type WatchMatch = Pick<RequestMatch, 'kind' | 'namespace' | 'name'> & {
  readonly verb?: 'watch'
  /** Without it the events of objects match: ADDED, MODIFIED and DELETED. */
  readonly event?: Globs<WatchEvent['type']>
}

/** What a match is held against. */
export type Subject = { readonly call: Call; readonly namespace: string; readonly name: string; readonly event?: WatchEvent['type'] }

const OBJECT_EVENTS = ['ADDED', 'MODIFIED', 'DELETED'] as const

/** Makes the test of a match. */
export function createMatchTest(match: RequestMatch & Pick<WatchMatch, 'event'>): (subject: Subject) => boolean {
  const verb = createGlobTest(match.verb)
  const kind = createKindTest(match.kind)
  const subresource = createGlobTest(match.subresource)
  const namespace = createGlobTest(match.namespace)
  const name = createGlobTest(match.name)
  const event = createGlobTest(match.event ?? OBJECT_EVENTS)
  return (subject) => {
    const { target } = subject.call
    return (
      verb(target.verb) &&
      kind(target.def) &&
      subresource(target.endpoint === 'main' ? '' : target.endpoint) &&
      namespace(subject.namespace) &&
      name(subject.name) &&
      (subject.event === undefined || event(subject.event))
    )
  }
}

function createKindTest(globs: Globs | undefined): (def: KindDef) => boolean {
  if (globs === undefined) return () => true
  const test = createGlobTest(globs)
  const known = new WeakMap<KindDef, boolean>()
  return (def) => {
    let matches = known.get(def)
    if (matches === undefined) known.set(def, (matches = namesOf(def).some(test)))
    return matches
  }
}

const namesOf = ({ kind, plural, group }: KindDef): readonly string[] => (group ? [kind, plural, `${kind}.${group}`, `${plural}.${group}`] : [kind, plural])
