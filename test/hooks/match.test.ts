import { expect, test } from 'vitest'
import type { RequestMatch, WatchMatch } from '../../src/hooks/match.js'
import { createMatchTest } from '../../src/hooks/matchers.js'
import { subjectOf, subjectOfEvent } from '../../src/hooks/subject.js'
import type { WatchEvent } from '../../src/rest/types.js'
import { callOf } from './scripted.js'

const update = callOf('Lease', { verb: 'update', name: 'leader' })
const status = callOf('Node', { verb: 'patch', name: 'worker-1', endpoint: 'status' })
const create = callOf('Lease', { verb: 'create' }, { body: { metadata: { name: 'leader' } } })
const listAll = callOf('Lease', { verb: 'list', namespace: '' })

test.each<[string, RequestMatch, typeof update, boolean]>([
  ['nothing given', {}, update, true],
  ['verb', { verb: 'update' }, update, true],
  ['another verb', { verb: 'patch' }, update, false],
  ['one of the verbs', { verb: ['create', 'upd*'] }, update, true],
  ['kind', { kind: 'Lease' }, update, true],
  ['plural', { kind: 'leases' }, update, true],
  ['kind and group', { kind: 'Lease.coordination.k8s.io' }, update, true],
  ['plural and group', { kind: 'leases.coordination.k8s.io' }, update, true],
  ['all of a group', { kind: '*.coordination.k8s.io' }, update, true],
  ['another group', { kind: '*.node.k8s.io' }, update, false],
  ['no prefix by itself', { kind: 'Lease' }, callOf('LeaseCandidate', {}), false],
  ['any subresource', { kind: 'Node' }, status, true],
  ['subresource', { subresource: 'status' }, status, true],
  ['the object itself', { subresource: '' }, status, false],
  ['the object itself', { subresource: '' }, update, true],
  ['any subresource but none', { subresource: '?*' }, update, false],
  ['namespace', { namespace: 'def*' }, update, true],
  ['another namespace', { namespace: 'kube-system' }, update, false],
  ['all namespaces', { namespace: '' }, listAll, true],
  ['a namespace, in a list of all', { namespace: 'default' }, listAll, false],
  ['name', { name: 'lead*' }, update, true],
  ['name in the body', { name: 'leader' }, create, true],
  ['name, in a list', { name: 'leader' }, listAll, false],
  ['every member has to match', { verb: 'update', kind: 'Lease', name: 'other' }, update, false],
])('%s: %j', (_, match, call, expected) => {
  expect(createMatchTest(match)(subjectOf(call))).toBe(expected)
})

const watch = callOf('Lease', { verb: 'watch', namespace: '' })
const lease = { kind: 'Lease', apiVersion: 'coordination.k8s.io/v1', metadata: { name: 'leader', namespace: 'kube-system' } }
const added: WatchEvent = { type: 'ADDED', object: lease }
const bookmark: WatchEvent = { type: 'BOOKMARK', object: { ...lease, metadata: {} } }
const error: WatchEvent = { type: 'ERROR', status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 410 } }

test.each<[string, WatchMatch, WatchEvent, boolean]>([
  ['every event of an object', {}, added, true],
  ['no bookmark unless asked for', {}, bookmark, false],
  ['no error unless asked for', {}, error, false],
  ['bookmark', { event: 'BOOKMARK' }, bookmark, true],
  ['anything', { event: '*' }, error, true],
  ['event', { event: ['ADDED', 'DELETED'] }, added, true],
  ['another event', { event: 'MODIFIED' }, added, false],
  ["the object's namespace", { namespace: 'kube-system' }, added, true],
  ['another namespace', { namespace: 'default' }, added, false],
  ["the object's name", { name: 'lead*' }, added, true],
  ['another kind', { kind: 'Node' }, added, false],
  ['the verb said', { verb: 'watch' }, added, true],
])('%s: %j', (_, match, event, expected) => {
  expect(createMatchTest(match)(subjectOfEvent(watch, event))).toBe(expected)
})
