import { expect, test } from 'vitest'
import { addNewer, newerThan, openBundle } from '../../src/inspector/model/session.js'
import { asked, bundle, change, listed, pod, request } from './bundles.js'

const first = bundle({
  to: 3,
  start: [listed(pod('a', 1))],
  changes: [change(3, 'added', 'b')],
  requests: [request(1), asked(2), request(3)],
})
const names = (session: ReturnType<typeof openBundle>) => [...(session.now.get('v1/Pod')?.keys() ?? [])]

test('newerThan asks for newer changes, and for requests since the first without a reply', () => {
  expect(newerThan(first)).toEqual({ since: 3, requests: 1, told: 0 })
  expect(newerThan(bundle({ to: 7, requests: [request(4)] }))).toEqual({ since: 7, requests: 4, told: 0 })
})

test('addNewer adds changes, requests, and late replies', () => {
  const session = openBundle(first)
  const requests = [request(2), request(3), request(4)]
  const next = addNewer(session, bundle({ from: 3, to: 5, changes: [change(5, 'removed', 'a')], requests }))
  expect(names(next)).toEqual(['default/b'])
  expect(next.bundle.requests.map(({ sequence, code }) => [sequence, code])).toEqual([
    [1, 200],
    [2, 200],
    [3, 200],
    [4, 200],
  ])
  expect(next.bundle.from).toBe(1)
  expect(next.past.at(3)).toEqual(session.now)
})

test('without news the world stays the same value', () => {
  const session = openBundle(first)
  expect(addNewer(session, bundle({ from: 3, to: 3 })).now).toBe(session.now)
})

test('after a restore of the cluster the session starts anew', () => {
  const next = addNewer(openBundle(first), bundle({ from: 9, to: 9, start: [listed(pod('z', 9))] }))
  expect(names(next)).toEqual(['default/z'])
  expect(next.bundle.changes).toEqual([])
})
