import { createGlobTest, type Globs } from '../../base/text/glob.js'
import { hasAll } from '../../base/json/partial.js'
import { fullVerbs } from '../../model/registry/verb.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { subresourceWords } from '../../model/registry/subresource-name.js'
import { pathShape } from './path-shape.js'
import { createKindTest, createLabelTest, labelMatchShape } from '../../model/select/object-match.js'
import { type Shape, map, oneOf } from '../../base/check/shape.js'
import { globs, orFunction } from '../../base/check/shapes.js'
import type { Phase } from './actions.js'
import type { RequestMatch, Subject, WatchMatch, WebhookMatch } from './match.js'
import { labelsOf } from './subject.js'

/** A match with any of the possible members. */
type AnyMatch = RequestMatch & Pick<WatchMatch, 'event'> & Pick<WebhookMatch, 'webhook'>

/** A member of a match: its documentation, its shape, and its predicate. */
export type Matcher<Wanted = never> = {
  readonly about: string
  readonly examples: readonly unknown[]
  readonly phases: readonly Phase[]
  readonly shape: Shape
  /** The shape for watch hooks, if it differs. */
  readonly watchShape?: Shape
  readonly create: (wanted: Wanted) => (subject: Subject) => boolean
}

const REQUESTS: readonly Phase[] = ['before', 'admit', 'after', 'expect']
const CALLS: readonly Phase[] = [...REQUESTS, 'webhook']
const ALL: readonly Phase[] = [...CALLS, 'watch']

const byGlob =
  (read: (subject: Subject) => string) =>
  (wanted: Globs): ((subject: Subject) => boolean) => {
    const test = createGlobTest(wanted)
    return (subject) => test(read(subject))
  }

/** The members of matches. */
export const matchers: { readonly [member in keyof AnyMatch]-?: Matcher<NonNullable<AnyMatch[member]>> } = {
  verb: {
    about: 'What the request does, in the words of authorisation.',
    examples: ['update', ['create', 'update', 'patch']],
    phases: ALL,
    shape: globs(fullVerbs),
    watchShape: oneOf(['watch']),
    create: byGlob(({ call }) => call.target.verb),
  },
  kind: {
    about: 'Kind or plural, alone or with the group.',
    examples: ['Lease', 'leases', 'Lease.coordination.k8s.io', '*.coordination.k8s.io'],
    phases: ALL,
    shape: globs(),
    create: byKind,
  },
  path: {
    about: 'The path of requests that are about no objects: discovery, version, OpenAPI, health.',
    examples: ['/version', ['/api', '/apis*'], '/openapi/*', '/readyz'],
    phases: ['before', 'after', 'expect'],
    shape: pathShape,
    create: byGlob(({ call }) => call.path ?? ''),
  },
  subresource: {
    about: 'The subresource; the empty text is the object itself.',
    examples: ['status', ''],
    phases: CALLS,
    shape: globs(subresourceWords),
    create: byGlob(({ call: { target, connect } }) =>
      target.subresource === 'main' ? (connect ?? '') : target.subresource,
    ),
  },
  namespace: {
    about: 'The namespace; empty for cluster-scoped kinds and for requests across namespaces.',
    examples: ['default', 'team-*'],
    phases: ALL,
    shape: globs(),
    create: byGlob(({ namespace }) => namespace),
  },
  name: {
    about: 'The name in the path, else in the body; empty for collections.',
    examples: ['leader', 'worker-?'],
    phases: ALL,
    shape: globs(),
    create: byGlob(({ name }) => name),
  },
  labels: {
    about: 'A label selector, or labels and their values, held against the object where one is known.',
    examples: ['team=shop,tier!=db', { team: 'shop' }],
    phases: [...REQUESTS, 'watch'],
    shape: labelMatchShape,
    create(wanted) {
      const test = createLabelTest(wanted)
      return (subject) => test(labelsOf(subject))
    },
  },
  client: {
    about:
      'Who sends the request: "test" for the methods of the cluster itself, "program" for everybody else, which is meant without it.',
    examples: ['test', ['program', 'test']],
    phases: ALL,
    shape: globs(['program', 'test']),
    create: byGlob(({ call }) => call.client ?? 'program'),
  },
  userAgent: {
    about: 'The User-Agent header.',
    examples: ['kubectl/*', ['my-operator*', 'my-agent*']],
    phases: ALL,
    shape: globs(),
    create: byGlob(({ call }) => call.userAgent),
  },
  user: {
    about: 'The name of the user who asks.',
    examples: ['admin', 'system:serviceaccount:shop:*'],
    phases: ALL,
    shape: globs(),
    create: byGlob(({ call }) => call.user.name),
  },
  manager: {
    about: 'The field manager a write is recorded under.',
    examples: ['kubectl-*', 'my-operator'],
    phases: CALLS,
    shape: globs(),
    create: byGlob(({ call }) => call.manager),
  },
  body: {
    about: 'Part of the body: members it has, items of its lists, null for what it has not.',
    examples: [{ spec: { holderIdentity: 'worker-1' } }, { metadata: { labels: { team: 'shop' }, finalizers: null } }],
    phases: REQUESTS,
    shape: orFunction(map),
    create: (wanted) => (subject) => {
      const { body } = subject.call
      if (body === undefined) return false
      return typeof wanted === 'function' ? wanted(body.value, subject.call) : hasAll(body.value, wanted)
    },
  },
  webhook: {
    about: 'The name of the webhook, or of the definition that it converts.',
    examples: ['vshop.kb.io', '*.shop.example.com'],
    phases: ['webhook'],
    shape: globs(),
    create: byGlob(({ webhook = '' }) => webhook),
  },
  event: {
    about: 'The type of the event; without it those of objects: ADDED, MODIFIED and DELETED.',
    examples: ['DELETED', ['ADDED', 'BOOKMARK']],
    phases: ['watch'],
    shape: globs(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']),
    create(wanted) {
      const test = createGlobTest(wanted)
      return ({ event }) => event === undefined || test(event)
    },
  },
}

const OBJECT_EVENTS = ['ADDED', 'MODIFIED', 'DELETED'] as const

/** Makes the predicate of a match; the cheapest members are tested first. */
export function createMatchTest(match: AnyMatch): (subject: Subject) => boolean {
  const { event = OBJECT_EVENTS, client = 'program' } = match
  const given: AnyMatch = { ...match, event, client }
  // Every member of a match has a matcher.
  const tests = (Object.keys(matchers) as (keyof AnyMatch)[]).flatMap((member) => {
    const wanted = given[member]
    // Each matcher takes the values of its own member.
    return wanted === undefined ? [] : [(matchers[member] as Matcher<typeof wanted>).create(wanted)]
  })
  const isPath = match.path !== undefined
  return (subject) => {
    if ((subject.call.path !== undefined) !== isPath) return false
    for (const test of tests) if (!test(subject)) return false
    return true
  }
}

function byKind(wanted: Globs): (subject: Subject) => boolean {
  const test = createKindTest(wanted)
  const known = new WeakMap<KindDef, boolean>()
  return ({ call: { target } }) => {
    const { def } = target
    let matches = known.get(def)
    if (matches === undefined) known.set(def, (matches = test(def)))
    return matches
  }
}
