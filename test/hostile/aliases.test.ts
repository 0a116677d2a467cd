import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'

test('mutating the objects that a hook was registered with does not change the hook', async () => {
  const cluster = createCluster({ seed: 1 })
  const verbs: ('create' | 'delete')[] = ['create']
  const match = { client: 'test' as const, verb: verbs, kind: 'ConfigMap', body: { data: { a: 'b' } } }
  const reply = { status: { code: 418, reason: 'Teapot', message: 'short and stout' } }
  const options = { times: 1 }
  const get: { client: 'test'; verb: 'get' | 'delete'; kind: string } = {
    client: 'test',
    verb: 'get',
    kind: 'Namespace',
  }
  const record = { before: get, then: { status: { code: 418 } } }
  cluster.hooks.before(match, reply, options)
  cluster.hooks.add(record)
  verbs[0] = 'delete'
  match.body.data.a = 'other'
  reply.status.code = 500
  options.times = 9
  get.verb = 'delete'
  record.then.status.code = 500
  const [first, second] = cluster.hooks.list()
  expect(first).toMatchObject({
    match: { verb: ['create'], body: { data: { a: 'b' } } },
    then: { status: { code: 418 } },
    options: { times: 1 },
  })
  expect(second).toMatchObject({ match: { client: 'test', verb: 'get' }, then: { status: { code: 418 } } })
  const create = () => cluster.create('ConfigMap', { metadata: { name: 'a' }, data: { a: 'b' } })
  await expect(create()).rejects.toMatchObject({ code: 418 })
  await expect(cluster.get('Namespace', { name: 'default' })).rejects.toMatchObject({ code: 418 })
  await expect(create()).resolves.toMatchObject({ data: { a: 'b' } })
})

test('listed hooks are frozen', () => {
  const cluster = createCluster({ seed: 1 })
  cluster.hooks.before({ kind: 'Lease' }, { status: { code: 418 } })
  const [hook] = cluster.hooks.list()
  expect(() => Object.assign(hook?.then ?? {}, { status: { code: 500 } })).toThrow(TypeError)
  expect(() => Object.assign(hook?.match ?? {}, { kind: 'Pod' })).toThrow(TypeError)
})

test('mutating a reaction after it was registered does not change it', async () => {
  const cluster = createCluster({ seed: 1 })
  const reaction = {
    when: { kind: 'ConfigMap', name: 'a' },
    then: [{ patch: { data: { seen: 'yes' } } }],
  }
  cluster.controllers.react(reaction)
  reaction.when.name = 'b'
  for (const step of reaction.then) step.patch.data.seen = 'no'
  await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  await cluster.settled()
  expect((await cluster.get('ConfigMap', { name: 'a' })).data).toEqual({ seen: 'yes' })
})
