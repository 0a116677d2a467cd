import { expect, test } from 'vitest'
import type { BundlePart, Glance } from '../../src/cluster/bundle/bundle-parts.js'
import { groupKinds } from '../../src/inspector/model/kinds.js'
import { glanceAt, openBundle } from '../../src/inspector/model/session.js'
import { createRemote, readParts } from '../../src/inspector/source/remote.js'
import { bundle, change, listed, pod, request } from './bundles.js'

const GLANCE: Glance = { counts: { 'v1/Pod': 3 }, objects: [listed(pod('a', 1))] }
const PARTS: readonly BundlePart[] = [
  { type: 'head', bundle: bundle({ to: 9 }), glance: GLANCE },
  { type: 'start', items: [listed(pod('ä', 1))] },
  { type: 'start', items: [listed(pod('b', 1))] },
  { type: 'changes', items: [change(9, 'added', 'c')] },
  { type: 'requests', items: [request(1)] },
  { type: 'end' },
]

/** Streams parts byte by byte. */
const streamed = (parts: readonly BundlePart[]): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(parts.map((part) => `${JSON.stringify(part)}\n`).join(''))
  return new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
}

test('parts are joined wherever the stream splits the bytes', async () => {
  const seen: unknown[] = []
  const read = await readParts(streamed(PARTS), (head, glance) => seen.push(head.to, glance))
  expect(seen).toEqual([9, GLANCE])
  expect(read).toEqual(
    bundle({
      to: 9,
      start: [listed(pod('ä', 1)), listed(pod('b', 1))],
      changes: [change(9, 'added', 'c')],
      requests: [request(1)],
    }),
  )
})

test('a stream without its last part is an error', async () => {
  const remote = createRemote('', () => Promise.resolve(new Response(streamed(PARTS.slice(0, -1)))))
  expect(await remote.whole(['v1/Pod'], () => undefined)).toMatchObject({
    ok: false,
    code: 0,
    message: 'The answer was cut off.',
  })
})

test('a 401 has the message of the server', async () => {
  const asked: unknown[] = []
  const remote = createRemote('wrong', (url) => {
    asked.push(url)
    return Promise.resolve(Response.json({ message: 'Unauthorized' }, { status: 401 }))
  })
  const answer = await remote.whole(['v1/Pod', 'apps/v1/Deployment'], () => undefined)
  expect(answer).toMatchObject({ ok: false, code: 401, message: 'Unauthorized' })
  expect(asked).toEqual(['/_fakecluster/bundle/parts?look=v1%2FPod,apps%2Fv1%2FDeployment'])
})

test('a first view has the rows received so far, and the counts of all', () => {
  const { bundle: head, now, counts } = glanceAt(bundle({ to: 9 }), GLANCE)
  expect([...(now.get('v1/Pod')?.keys() ?? [])]).toEqual(['default/a'])
  expect(groupKinds(head.kinds, now, counts)).toMatchObject([{ group: 'core', kinds: [{ id: 'v1/Pod', count: 3 }] }])
  expect(openBundle(head).counts).toBeUndefined()
})
