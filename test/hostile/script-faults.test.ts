import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forbidden } from '../../src/server/hooks/statuses.js'
import { createCluster } from '../../src/cluster/cluster.js'
import type { Cluster } from '../../src/cluster/types.js'
import { serve } from '../../src/node/server/serve-cluster.js'

const unhandled: unknown[] = []
const note = (error: unknown) => void unhandled.push(error)

beforeEach(() => void process.on('unhandledRejection', note))
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  const [first] = unhandled.splice(0)
  if (first !== undefined) throw first
})

const configMap = (name: string) => ({ metadata: { name, namespace: 'default' } })

async function scripted(script: string): Promise<Cluster> {
  const cluster = createCluster({ seed: 1 })
  await cluster.hooks.script(script)
  return cluster
}

const WRONG = [
  ['a template that names a missing field', 'patch: {data: {x: "{{ data.foo }}"}}', /data\.foo/],
  ['a kind that is not served', 'create: {apiVersion: v1, kind: Nothing, metadata: {name: b}}', /Nothing/],
  ['a status of a kind without one', 'status: {ready: true}', /status/],
  ['a patch of a wrong type', 'patch: {data: 5}', /cannot unmarshal number|Invalid value|data/],
  ['a change of the name', 'patch: {metadata: {name: other}}', /name/],
  [
    'a namespace that does not exist',
    'create: {apiVersion: v1, kind: ConfigMap, metadata: {name: b, namespace: c}}',
    /"c" not found/,
  ],
  ['an invalid object', 'create: {apiVersion: v1, kind: Service, metadata: {name: b}, spec: {}}', /spec.ports/],
] as const

describe('a fault of a controller is reported, and the cluster goes on:', () => {
  test.each(WRONG)('%s', async (_, step, words) => {
    const cluster = await scripted(`- name: mine\n  when: {kind: ConfigMap, name: a}\n  then: [${step}]`)
    expect((await cluster.create('ConfigMap', configMap('a'))).metadata.name).toBe('a')
    // The refused write precedes it.
    const entry = cluster.journal.requests({ controller: 'mine' }).at(-1)
    expect(entry).toMatchObject({
      by: { controller: 'mine', key: { kind: 'ConfigMap', namespace: 'default', name: 'a' } },
      reply: { type: 'fault', message: expect.stringMatching(words) },
    })
    await expect(cluster.settled()).rejects.toThrow(/^the controller mine failed for ConfigMap default\/a: /)
    await cluster.settled()
    expect((await cluster.create('ConfigMap', configMap('other'))).metadata.name).toBe('other')
  })

  test('verify reports it too, once', async () => {
    const cluster = await scripted(`- name: mine\n  when: {kind: ConfigMap, name: a}\n  then: [${WRONG[0][1]}]`)
    await cluster.create('ConfigMap', configMap('a'))
    expect(() => cluster.hooks.verify()).toThrow('the controller mine failed for ConfigMap default/a')
    cluster.hooks.verify()
    await cluster.create('ConfigMap', configMap('b'))
    cluster.controllers.verify()
  })

  test('an admit patch of a wrong type on the write of a controller', async () => {
    const cluster = await scripted('- admit: {kind: ConfigMap}\n  then: {patch: {data: 5}}')
    await cluster.create('Namespace', { metadata: { name: 'new' } })
    await expect(cluster.settled()).rejects.toThrow(/for .*new.*returned an object that is not a valid ConfigMap/)
    expect((await cluster.get('Namespace', { name: 'new' })).metadata.name).toBe('new')
  })

  test('a watch function that throws', async () => {
    const cluster = createCluster({ seed: 1 })
    const heard: string[] = []
    cluster.controllers.onFault((fault) => heard.push(fault.message))
    cluster.controllers.add({
      name: 'lost',
      watches: {
        ConfigMap: ({ next }) => {
          if (next?.metadata.name === 'a') throw new RangeError('oops')
          return []
        },
      },
      reconcile() {},
    })
    await cluster.create('ConfigMap', configMap('a'))
    expect(heard).toEqual(['the controller lost failed: oops'])
    await expect(cluster.settled()).rejects.toThrow('the controller lost failed: oops')
  })
})

test('a server prints a fault of a controller, and continues to serve', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const cluster = await scripted(`- name: mine\n  when: {kind: ConfigMap, name: a}\n  then: [${WRONG[0][1]}]`)
    await using server = await serve(cluster)
    const url = `${server.url}/api/v1/namespaces/default/configmaps`
    const post = async (name: string) =>
      (
        await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ metadata: { name } }),
        })
      ).status
    expect([await post('a'), await post('b')]).toEqual([201, 201])
    expect(String(written.mock.calls[0]?.[0])).toMatch(
      /the controller mine failed for ConfigMap default\/a: .*data\.foo/,
    )
  } finally {
    written.mockRestore()
  }
})

describe('a reaction that triggers itself is stopped', () => {
  // A reaction that is not stopped would end here.
  const ENOUGH = 2000
  test.each([
    [
      'with one object after the other',
      '[{create: {apiVersion: v1, kind: ConfigMap, metadata: {generateName: a-}}}]',
      300,
    ],
    [
      'with several more each time',
      `[${'{create: {apiVersion: v1, kind: ConfigMap, metadata: {generateName: a-}}},'.repeat(3)}]`,
      1000,
    ],
  ])('%s', async (_, then, most) => {
    const cluster = await scripted(`- name: mine\n  when: {kind: ConfigMap, namespace: default}\n  then: ${then}`)
    let made = 0
    cluster.hooks.admit({ client: 'test', verb: 'create', kind: 'ConfigMap' }, () =>
      ++made > ENOUGH ? forbidden('enough') : undefined,
    )
    await cluster.create('ConfigMap', configMap('a'))
    await expect(cluster.settled()).rejects.toThrow('what it does wakes it again for another object')
    const { items } = await cluster.list('ConfigMap')
    expect(items.length).toBeGreaterThan(100)
    expect(items.length).toBeLessThan(most)
  })
})

describe('a synchronous callback that returns a promise is refused:', () => {
  const late = async () => {
    await Promise.resolve()
    throw new RangeError('late')
  }

  test('of edit', async () => {
    const cluster = createCluster({ seed: 1 })
    await cluster.create('ConfigMap', configMap('a'))
    await expect(cluster.edit('ConfigMap', { name: 'a' }, late)).rejects.toThrow(
      'edit: the function returned a promise',
    )
  })

  test("of a controller's edit", async () => {
    const cluster = createCluster({ seed: 1 })
    cluster.controllers.add({
      name: 'editor',
      watches: { ConfigMap: 'own' },
      reconcile: ({ name, namespace, kind }, world) =>
        void (name === 'a' && world.edit(kind, { name, namespace }, late as () => void)),
    })
    await cluster.create('ConfigMap', configMap('a'))
    await expect(cluster.settled()).rejects.toThrow('edit: the function returned a promise')
  })

  test('of an admit hook', async () => {
    const cluster = createCluster({ seed: 1 })
    cluster.hooks.admit({ client: 'test', kind: 'ConfigMap' }, late as unknown as () => undefined)
    await expect(cluster.create('ConfigMap', configMap('a'))).rejects.toThrow('returned a promise')
  })
})
