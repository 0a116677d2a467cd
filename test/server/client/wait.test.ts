import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const lease = { metadata: { name: 'leader' }, spec: { holderIdentity: 'a' } }
const ref = { name: 'leader' }

describe('on a virtual clock', () => {
  test('a wait advances the clock to what is due', async () => {
    const cluster = createCluster({ seed: 1 })
    cluster.controllers.react({
      when: { kind: 'Lease', is: { spec: { holderIdentity: 'a' } } },
      after: '90s',
      then: [{ patch: { spec: { holderIdentity: 'b' } } }],
    })
    await cluster.create('Lease', lease)
    const before = cluster.clock.now()
    expect(await cluster.waitFor('Lease', ref, ({ spec }) => spec?.holderIdentity === 'b')).toMatchObject({
      spec: { holderIdentity: 'b' },
    })
    expect(cluster.clock.now() - before).toBe(90_000)
  })

  test('a wait in vain fails at once, and does not move the clock', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    await cluster.create('Lease', lease)
    const before = cluster.clock.now()
    await expect(cluster.waitFor('Lease', ref, () => false)).rejects.toThrow(
      /^waitFor: Lease default\/leader did not come to the state waited for and nothing more is due by 2024-01-01T00:10:\S+; it is \{"kind":"Lease"/,
    )
    expect(cluster.clock.now()).toBe(before)
    await expect(cluster.waitFor('Lease', { name: 'none' })).rejects.toThrow(/; it is not there$/)
  })

  test('a wait by selector resolves with the first object that is as wanted', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    const add = (name: string, namespace: string, team: string) =>
      cluster.create('Lease', { metadata: { name, namespace, labels: { team } }, spec: { holderIdentity: name } })
    await cluster.create('Namespace', { metadata: { name: 'shop' } })
    await add('a', 'default', 'x')
    const waits = [
      cluster.waitFor('Lease', { labelSelector: 'team=x' }),
      cluster.waitFor('Lease', { labelSelector: 'team=x', namespace: 'shop' }),
      cluster.waitFor('Lease', { labelSelector: 'team=x' }, ({ spec }) => spec?.holderIdentity === 'c'),
      cluster.waitFor('Lease', { fieldSelector: 'metadata.name=c' }),
    ]
    for (const [name, team] of [
      ['b', 'x'],
      ['d', 'y'],
      ['c', 'x'],
    ] as const)
      await add(name, 'shop', team)
    expect((await Promise.all(waits)).map(({ metadata }) => metadata?.name)).toEqual(['a', 'b', 'c', 'c'])
  })

  test('a wait by selector waits for an Event whose name is not known', async () => {
    const cluster = createCluster({ seed: 1 })
    await cluster.create('Pod', { metadata: { name: 'web' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
    const event = await cluster.waitFor('Event', { fieldSelector: 'regarding.name=web,reason=FailedScheduling' })
    expect(event).toMatchObject({ reason: 'FailedScheduling', regarding: { kind: 'Pod', name: 'web' } })
  })

  test('a wait by selector in vain tells what there is', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    const wanted = { labelSelector: 'team=x', namespace: 'default' }
    const never = () => cluster.waitFor('Lease', wanted, () => false)
    await expect(never()).rejects.toThrow(
      /^waitFor: no Lease in default with team=x came to the state waited for and nothing more .*; there is none$/,
    )
    for (const name of ['a', 'b']) await cluster.create('Lease', { metadata: { name, labels: { team: 'x' } } })
    await expect(never()).rejects.toThrow(/; there are 2, and the last that changed is \{.*"name":"b"/)
    for (const selection of [{}, { namespace: 'default' }, { name: 'a', labelSelector: 7 }, { labelSelector: 7 }])
      await cluster
        .waitFor('Lease', selection as never, () => false) // JavaScript callers may pass anything.
        .then(
          () => expect.unreachable(),
          (error: unknown) => expect(error).toBeInstanceOf(TypeError),
        )
  })

  test('a wait fails for what is due after its timeout', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    cluster.controllers.react({ when: { kind: 'Lease' }, after: '90s', then: [{ delete: true }] })
    await cluster.create('Lease', lease)
    await expect(cluster.waitForGone('Lease', ref, { timeout: '80s' })).rejects.toThrow(
      /^waitForGone: Lease default\/leader is still there and nothing more is due by 2024-01-01T00:01:20/,
    )
    await cluster.waitForGone('Lease', ref)
    await expect(cluster.get('Lease', ref)).rejects.toMatchObject({ code: 404 })
  })

  test('a client outside gets time to react before the clock moves', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    const tick = { due: 0 }
    cluster.controllers.react({
      when: { kind: 'Lease', name: 'tick' },
      every: '1s',
      then: [{ patch: { metadata: { annotations: { run: 'run {{ run }}' } } } }],
    })
    await cluster.create('Lease', { metadata: { name: 'tick' } })
    const watch = await cluster.fetch('/apis/coordination.k8s.io/v1/leases?watch=true')
    const reader = watch.body?.getReader()
    const operator = (async () => {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done) return
        if (!new TextDecoder().decode(value).includes('"leader"')) continue
        tick.due = cluster.clock.now()
        await cluster.fetch('/apis/coordination.k8s.io/v1/namespaces/default/leases/leader', { method: 'DELETE' })
      }
    })()
    await cluster.create('Lease', lease)
    await cluster.waitForGone('Lease', ref, { timeout: '30s' })
    expect(cluster.clock.now() - tick.due).toBeLessThan(2_000)
    cluster.close()
    await operator
  })
})

test('on the system clock a wait fails at its timeout, with the state of the object', async () => {
  const cluster = createCluster({ controllers: 'none' })
  await expect(cluster.waitFor('Lease', ref, undefined, { timeout: 20 })).rejects.toThrow(
    'waitFor: Lease default/leader did not come to the state waited for within 20 ms; it is not there',
  )
  await cluster.create('Lease', lease)
  await expect(cluster.waitForGone('Lease', ref, { timeout: 20 })).rejects.toThrow(
    /^waitForGone: Lease default\/leader is still there within 20 ms: \{/,
  )
  const late = await cluster.waitFor('Lease', ref, () => false, { timeout: 20 }).catch(({ message }: Error) => message)
  expect(late).toMatch(/"spec":\{"holderIdentity":"a"\}\}$/)
  expect(late).not.toContain('managedFields')
  const gone = cluster.waitForGone('Lease', ref)
  await cluster.delete('Lease', ref)
  await gone
  await cluster.waitForGone('Lease', ref)
})

describe('idle', () => {
  test('waits for clients outside until they send no more requests', async () => {
    const cluster = createCluster({ seed: 1 })
    let asked = 0
    const operator = (async () => {
      for (; asked < 20; asked++) await cluster.fetch('/api/v1/namespaces/default')
    })()
    await cluster.idle({ quiet: 30 })
    expect(asked).toBe(20)
    await operator
  })

  test('does not wait for open watches', async () => {
    const cluster = createCluster({ seed: 1 })
    const watch = await cluster.fetch('/api/v1/namespaces?watch=true')
    const reader = watch.body?.getReader()
    await reader?.read()
    expect(await cluster.idle({ quiet: '10ms' })).toBeUndefined()
    await reader?.cancel()
  })

  test('requests that their clients aborted do not count', async () => {
    const cluster = createCluster({ seed: 1 })
    cluster.hooks.before({ kind: 'Namespace' }, { hang: true })
    const abort = new AbortController()
    const reply = cluster.fetch('/api/v1/namespaces/default', { signal: abort.signal })
    await expect(cluster.idle({ timeout: 20, quiet: 5 })).rejects.toThrow('under way: GET /api/v1/namespaces/default')
    abort.abort()
    await expect(reply).rejects.toThrow('aborted')
    expect(await cluster.idle({ quiet: 5 })).toBeUndefined()
  })

  test('names the requests under way at its timeout', async () => {
    const cluster = createCluster({ seed: 1 })
    cluster.hooks.before({ kind: 'Namespace' }, { hang: true })
    void cluster.fetch('/api/v1/namespaces/default')
    await expect(cluster.idle({ timeout: 20, quiet: 5 })).rejects.toThrow(
      /^idle: within 20 ms there were no 5 ms without a request from outside; under way: GET \/api\/v1\/namespaces\/default; the last were:\n#1 /,
    )
  })
})
