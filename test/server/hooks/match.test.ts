import { expect, test } from 'vitest'
import type { RequestMatch, WatchMatch } from '../../../src/server/hooks/match.js'
import { createMatchTest } from '../../../src/server/hooks/matchers.js'
import { subjectOf, subjectOfEvent } from '../../../src/server/hooks/subject.js'
import { hasAll } from '../../../src/base/json/partial.js'
import type { Call } from '../../../src/model/call/call.js'
import type { WatchEvent } from '../../../src/model/call/watch-event.js'
import type { KubeObject } from '../../../src/schema/object.js'
import { callOf } from './scripted.js'

const update = callOf('Lease', { verb: 'update', name: 'leader' })
const status = callOf('Node', { verb: 'patch', name: 'worker-1', subresource: 'status' })
const create = callOf('Lease', { verb: 'create' }, { body: { metadata: { name: 'leader' } } })
const listAll = callOf('Lease', { verb: 'list', namespace: '' })

test.each<[string, RequestMatch, typeof update, boolean]>([
  ['an empty match', {}, update, true],
  ['verb', { verb: 'update' }, update, true],
  ['another verb', { verb: 'patch' }, update, false],
  ['one of the verbs', { verb: ['create', 'upd*'] }, update, true],
  ['kind', { kind: 'Lease' }, update, true],
  ['plural', { kind: 'leases' }, update, true],
  ['kind and group', { kind: 'Lease.coordination.k8s.io' }, update, true],
  ['plural and group', { kind: 'leases.coordination.k8s.io' }, update, true],
  ['all of a group', { kind: '*.coordination.k8s.io' }, update, true],
  ['another group', { kind: '*.node.k8s.io' }, update, false],
  ['not a prefix of the kind', { kind: 'Lease' }, callOf('LeaseCandidate', {}), false],
  ['any subresource', { kind: 'Node' }, status, true],
  ['subresource', { subresource: 'status' }, status, true],
  ['the object itself, in a request of a subresource', { subresource: '' }, status, false],
  ['the object itself', { subresource: '' }, update, true],
  ['any subresource, in a request of the object itself', { subresource: '?*' }, update, false],
  ['namespace', { namespace: 'def*' }, update, true],
  ['another namespace', { namespace: 'kube-system' }, update, false],
  ['the empty namespace, in a list of all namespaces', { namespace: '' }, listAll, true],
  ['a namespace, in a list of all namespaces', { namespace: 'default' }, listAll, false],
  ['name', { name: 'lead*' }, update, true],
  ['name in the body', { name: 'leader' }, create, true],
  ['name, in a list', { name: 'leader' }, listAll, false],
  ['every field has to match', { verb: 'update', kind: 'Lease', name: 'other' }, update, false],
])('createMatchTest with %s: %j', (_, match, call, expected) => {
  expect(createMatchTest(match)(subjectOf(call))).toBe(expected)
})

const labelled = callOf(
  'Lease',
  { verb: 'update', name: 'leader' },
  { body: { metadata: { labels: { team: 'shop', tier: 'web' } }, spec: { list: [1, 2] } } },
)
const stored: KubeObject = {
  kind: 'Lease',
  apiVersion: 'coordination.k8s.io/v1',
  metadata: { name: 'leader', labels: { team: 'stored' } },
}
const patch = callOf('Lease', { verb: 'patch', name: 'leader' }, { body: { metadata: { labels: { team: 'shop' } } } })
const byOperator: Call = {
  ...update,
  userAgent: 'operator/1.2',
  manager: 'operator',
  user: { name: 'system:serviceaccount:shop:op', groups: [] },
}

test.each<[string, RequestMatch, Call, boolean]>([
  ['a selector that selects the labels of the body', { labels: 'team=shop,tier!=db' }, labelled, true],
  ['a selector that does not select them', { labels: 'team in (a, b)' }, labelled, false],
  ['labels as a map', { labels: { team: 'shop' } }, labelled, true],
  ['another label', { labels: { team: 'shop', tier: 'db' } }, labelled, false],
  ['no labels', { labels: '!team' }, update, true],
  ['labels of the stored object, where the body is not an object', { labels: 'team=stored' }, patch, true],
  ['labels of a patch body', { labels: 'team=shop' }, patch, false],
  ['absent labels, in a list', { labels: '!team' }, listAll, false],
  ['User-Agent', { userAgent: ['kubectl*', 'operator/*'] }, byOperator, true],
  ['another User-Agent', { userAgent: 'kubectl*' }, byOperator, false],
  ['user', { user: 'system:serviceaccount:shop:*' }, byOperator, true],
  ['another user', { user: 'admin' }, byOperator, false],
  ['manager', { manager: 'operator' }, byOperator, true],
  ['another manager', { manager: '?perator2' }, byOperator, false],
  ['part of the body', { body: { metadata: { labels: { team: 'shop' } } } }, labelled, true],
  ['an item of a list', { body: { spec: { list: [2] } } }, labelled, true],
  ['another value', { body: { metadata: { labels: { team: 'other' } } } }, labelled, false],
  ['null for an absent field', { body: { spec: { holderIdentity: null } } }, labelled, true],
  ['null for a present field', { body: { spec: { list: null } } }, labelled, false],
  [
    'a predicate',
    { body: (body, { target }) => hasAll(body, { spec: {} }) && target.name === 'leader' },
    labelled,
    true,
  ],
  ['a predicate that returns false', { body: () => false }, labelled, false],
  ['a body, in a request without one', { body: {} }, update, false],
])('createMatchTest with %s: %j', (_, match, call, expected) => {
  expect(createMatchTest(match)(subjectOf(call, ({ name }) => (name === 'leader' ? stored : undefined)))).toBe(expected)
})

const watch = callOf('Lease', { verb: 'watch', namespace: '' })
const lease = {
  kind: 'Lease',
  apiVersion: 'coordination.k8s.io/v1',
  metadata: { name: 'leader', namespace: 'kube-system' },
}
const added: WatchEvent = { type: 'ADDED', object: lease }
const bookmark: WatchEvent = { type: 'BOOKMARK', object: { ...lease, metadata: {} } }
const error: WatchEvent = {
  type: 'ERROR',
  status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 410 },
}

test.each<[string, WatchMatch, WatchEvent, boolean]>([
  ['an empty match: every event with an object', {}, added, true],
  ['no bookmark unless asked for', {}, bookmark, false],
  ['no error unless asked for', {}, error, false],
  ['bookmark', { event: 'BOOKMARK' }, bookmark, true],
  ['any event', { event: '*' }, error, true],
  ['event', { event: ['ADDED', 'DELETED'] }, added, true],
  ['another event', { event: 'MODIFIED' }, added, false],
  ["the object's namespace", { namespace: 'kube-system' }, added, true],
  ['another namespace', { namespace: 'default' }, added, false],
  ["the object's name", { name: 'lead*' }, added, true],
  ['another kind', { kind: 'Node' }, added, false],
  ['the verb watch', { verb: 'watch' }, added, true],
  ["the object's labels", { labels: 'team' }, added, false],
  ['the User-Agent of the watch', { userAgent: 'test' }, added, true],
  ['another user', { user: 'nobody' }, added, false],
])('createMatchTest with %s: %j', (_, match, event, expected) => {
  expect(createMatchTest(match)(subjectOfEvent(watch, event))).toBe(expected)
})
