import { expect, test } from 'vitest'
import { callOf, createScripted } from './scripted.js'

const WATCH = '/apis/coordination.k8s.io/v1/namespaces/default/leases?watch=true&resourceVersion='

/** Makes a cluster and a watch of its Leases over HTTP; `seen` has what the watch has received so far. */
async function watching(more = '') {
  const scripted = await createScripted()
  const { metadata } = await scripted.client.list('Lease')
  const response = await scripted.send('GET', WATCH + metadata.resourceVersion + more)
  const seen: string[] = []
  const decoder = new TextDecoder()
  const read = async () => {
    for await (const chunk of response.body!)
      for (const line of decoder.decode(chunk).trim().split('\n')) seen.push(described(line))
    seen.push('end')
  }
  void read().catch((error: Error) => seen.push(error.message))
  const create = async (...names: string[]) => {
    for (const name of names) await scripted.client.create('Lease', { metadata: { name }, spec: {} })
    await scripted.advance(0)
  }
  return { ...scripted, seen, create }
}

function described(line: string): string {
  if (!line.endsWith('}}')) return `${line.slice(0, 40)}…`
  const { type, object } = JSON.parse(line) as {
    type: string
    object: { metadata: { name?: string; resourceVersion?: string }; message?: string }
  }
  return `${type} ${object.metadata.name ?? object.message ?? object.metadata.resourceVersion}`
}

test('only a hook that may hold events has any to release', async () => {
  const { hooks } = await createScripted()
  const none = /^hook-\d+ holds nothing to release: only a hook on watches with hold does$/
  for (const hook of [hooks.watch({ kind: 'Lease' }, { cut: true }), hooks.list()[0]!]) {
    expect(() => hook.release()).toThrow(none)
    expect(() => hook.releaseAll()).toThrow(none)
  }
  hooks.before({ kind: 'Lease' }, 503)
  expect(() => hooks.list()[0]!.release()).toThrow(none)
  expect(hooks.watch({ kind: 'Lease' }, { hold: '1s' }).release()).toBe(0)
  expect(hooks.watch({ kind: 'Lease' }, () => ({ hold: true })).release()).toBe(0)
})

test('without hooks all events pass', async () => {
  const { phases } = await createScripted()
  const event = { type: 'ADDED', object: { kind: 'Lease', apiVersion: 'v1', metadata: {} } } as const
  expect(phases.watch(callOf('Lease', { verb: 'watch' }), event)).toBe('pass')
})

test('cut breaks the connection, here at the third event', async () => {
  const { hooks, seen, create, openWatches } = await watching()
  hooks.watch({ kind: 'Lease' }, { cut: true }, { times: 1 })
  hooks.watch({ kind: 'Lease' }, { pass: true }, { times: 2 })
  await create('a', 'b', 'c')
  expect([seen, openWatches()]).toEqual([['ADDED a', 'ADDED b', 'fetch failed'], 0])
})

test('end ends the watch without the event', async () => {
  const { hooks, seen, create } = await watching()
  hooks.watch({ name: 'b' }, { end: true })
  await create('a', 'b', 'c')
  expect(seen).toEqual(['ADDED a', 'end'])
})

test('drop leaves out matching events', async () => {
  const { hooks, seen, create, client, advance } = await watching()
  hooks.watch({ event: 'DELETED' }, { drop: true })
  await create('a')
  await client.delete('Lease', { name: 'a' })
  await create('b')
  await advance(0)
  expect(seen).toEqual(['ADDED a', 'ADDED b'])
})

test('hold delays an event and those after it', async () => {
  const { hooks, seen, create, advance } = await watching()
  hooks.watch({ name: 'b' }, { hold: '3s' })
  await create('a', 'b', 'c')
  await advance(2999)
  expect(seen).toEqual(['ADDED a'])
  await advance(1)
  expect(seen).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
})

test('status sends an ERROR event and ends the watch', async () => {
  const { hooks, seen, create } = await watching()
  hooks.watch({ name: 'b' }, { status: { reason: 'Expired', why: 'too old resource version: 1 (2)' } })
  await create('a', 'b', 'c')
  expect(seen).toEqual(['ADDED a', 'ERROR too old resource version: 1 (2)', 'end'])
})

test('a function decides what is sent', async () => {
  const { hooks, seen, create } = await watching()
  hooks.watch({}, (event) =>
    event.type === 'ADDED' && event.object.metadata.name === 'b' ? { send: [event, event] } : undefined,
  )
  hooks.watch({ name: 'c' }, () => ({ drop: true }))
  hooks.watch({ name: 'd' }, () => 'drop')
  await create('a', 'b', 'c', 'd', 'e')
  expect(seen).toEqual(['ADDED a', 'ADDED b', 'ADDED b', 'ADDED e'])
})

test('a function that returns a promise throws', async () => {
  const { hooks, phases } = await createScripted()
  hooks.watch({}, (async () => undefined) as unknown as () => undefined) // wrong on purpose
  const event = { type: 'ADDED', object: { kind: 'Lease', apiVersion: 'v1', metadata: {} } } as const
  expect(() => phases.watch(callOf('Lease', { verb: 'watch' }), event)).toThrow(
    /^the watch hook of .*watch\.test\.ts:\d+:\d+ returned a promise; /,
  )
})

test('repeat sends an event again, once or as often as it says', async () => {
  const { hooks, seen, create } = await watching()
  hooks.watch({ name: 'b' }, { repeat: 2 })
  hooks.watch({ name: 'c' }, { repeat: true })
  await create('a', 'b', 'c')
  expect(seen).toEqual(['ADDED a', 'ADDED b', 'ADDED b', 'ADDED b', 'ADDED c', 'ADDED c'])
})

test.each([
  [true, ['ADDED b', 'ADDED a', 'ADDED d', 'ADDED c']],
  [2, ['ADDED b', 'ADDED c', 'ADDED a', 'ADDED e', 'ADDED f', 'ADDED d']],
] as const)('reorder sends an event after those that follow it: %j', async (reorder, wanted) => {
  const { hooks, seen, create } = await watching()
  hooks.watch({}, { reorder })
  await create('a', 'b', 'c', 'd', 'e', 'f')
  expect(seen.slice(0, wanted.length)).toEqual(wanted)
})

test('an event that waits for later ones is sent when the watch ends', async () => {
  const { hooks, seen, create, advance } = await watching('&timeoutSeconds=10')
  hooks.watch({ name: 'a' }, { reorder: true })
  await create('a')
  expect(seen).toEqual([])
  await advance(10_000)
  expect(seen).toEqual(['ADDED a', 'end'])
})

test('lag sends an event only after so many later ones', async () => {
  const { hooks, seen, create } = await watching()
  hooks.watch({}, { lag: 2 })
  await create('a', 'b')
  expect(seen).toEqual([])
  await create('c')
  expect(seen).toEqual(['ADDED a'])
  await create('d', 'e')
  expect(seen).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
})

test('slow sends one event per interval', async () => {
  const { hooks, seen, create, advance } = await watching()
  hooks.watch({}, { slow: '200ms' })
  await create('a', 'b', 'c')
  expect(seen).toEqual(['ADDED a'])
  await advance(199)
  expect(seen).toEqual(['ADDED a'])
  await advance(1)
  expect(seen).toEqual(['ADDED a', 'ADDED b'])
  await advance(200)
  expect(seen).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
})

test('cut: mid-line breaks the connection in the middle of a line', async () => {
  const { hooks, seen, create, openWatches } = await watching()
  hooks.watch({ name: 'b' }, { cut: 'mid-line' })
  await create('a', 'b', 'c')
  expect([seen, openWatches()]).toEqual([['ADDED a', '{"type":"ADDED","object":{"kind":"Lease"…', 'fetch failed'], 0])
})

test('expire ends the watch with a 410 ERROR event', async () => {
  const { hooks, seen, create } = await watching()
  hooks.watch({ name: 'b' }, { expire: true })
  await create('a', 'b', 'c')
  expect(seen).toEqual(['ADDED a', expect.stringMatching(/^ERROR too old resource version: \d+ \(\d+\)$/), 'end'])
})

test('hold: true holds events until they are released, one or several at a time', async () => {
  const { hooks, seen, create, advance } = await watching()
  const hook = hooks.watch({ kind: 'Lease' }, { hold: true })
  const release = async (count?: number) => {
    const waited = hook.release(count)
    await advance(0)
    return waited
  }
  expect(await release()).toBe(0)
  await create('a', 'b', 'c', 'd', 'e')
  expect([seen, hook.holding]).toEqual([[], 1])
  expect(await release()).toBe(1)
  expect(seen).toEqual(['ADDED a'])
  await release(2)
  expect(seen).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
  hook.releaseAll()
  await create('f')
  expect(seen.slice(3)).toEqual(['ADDED d', 'ADDED e', 'ADDED f'])
})

test('held events are sent when the hook is removed', async () => {
  const { hooks, seen, create, advance } = await watching()
  const hook = hooks.watch({}, { hold: true })
  await create('a', 'b')
  hook.dispose()
  await advance(0)
  expect(seen).toEqual(['ADDED a', 'ADDED b'])
})

test('hooks act on periodic bookmarks too', async () => {
  const { hooks, seen, advance } = await watching('&allowWatchBookmarks=true')
  const dropped = hooks.watch({ event: 'BOOKMARK' }, { drop: true }, { times: 1 })
  await advance(60_000)
  expect([seen, dropped.calls]).toEqual([[], 1])
  await advance(60_000)
  expect(seen).toEqual(['BOOKMARK 1002'])
})

test('status: Expired has the message of watches', async () => {
  const { hooks, seen, create } = await watching()
  hooks.watch({}, { status: 'Expired' })
  await create('a')
  expect(seen).toEqual(['ERROR The resourceVersion for the provided watch is too old.', 'end'])
})
