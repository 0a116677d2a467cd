import { describe, expect, test } from 'vitest'
import { forbidden } from '../../src/server/hooks/statuses.js'
import { type Cluster, createCluster } from '../../src/index.js'

// Admit hooks that change the identity of an object: they run where mutating webhooks do.

const MAPS = '/api/v1/namespaces/default/configmaps'
const MERGE = 'application/merge-patch+json'
const TIME = '2001-01-01T00:00:00Z'

type Metadata = Readonly<Record<string, unknown>>
type Reply = { readonly code: number; readonly kind?: string; readonly message?: string; readonly metadata?: Metadata }

async function send(cluster: Cluster, method: string, path: string, body: object): Promise<Reply> {
  const type = method === 'PATCH' ? MERGE : 'application/json'
  const reply = await cluster.fetch(path, {
    method,
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  })
  return { ...((await reply.json()) as Reply), code: reply.status }
}

const label = { metadata: { labels: { a: 'b' } } }
const OTHER_NAMESPACE = 'the namespace of the provided object does not match the namespace sent on the request'
const STALE =
  'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again'

describe('a new object', () => {
  const create = async (metadata: object, body: object = { metadata: { name: 'a' } }) => {
    const cluster = createCluster({ seed: 1 })
    const plain = await send(cluster, 'POST', `${MAPS}?dryRun=All`, body)
    cluster.hooks.admit({ kind: 'ConfigMap' }, { patch: { metadata } })
    return { cluster, plain, reply: await send(cluster, 'POST', MAPS, body) }
  }

  test('is stored under the name that a hook sets', async () => {
    const { cluster, reply } = await create({ name: 'other' })
    expect(reply).toMatchObject({ code: 201, metadata: { name: 'other' } })
    expect((await cluster.get('ConfigMap', { name: 'other' })).metadata.name).toBe('other')
    await expect(cluster.get('ConfigMap', { name: 'a' })).rejects.toMatchObject({ status: { code: 404 } })
  })

  test('needs a name or generateName after a hook', async () => {
    const { reply } = await create({ name: null })
    expect(reply).toMatchObject({
      code: 422,
      message: 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    })
    const made = await create({ name: null }, { metadata: { generateName: 'a-' } })
    expect(made.reply).toMatchObject({ code: 201, metadata: { name: expect.stringMatching(/^a-.{5}$/) as unknown } })
  })

  test.each(['nowhere', 'kube-system'])('is refused where a hook moves it to the namespace %s', async (namespace) => {
    const { cluster, reply } = await create({ namespace })
    expect(reply).toMatchObject({ code: 400, message: OTHER_NAMESPACE })
    expect(
      (await cluster.list('ConfigMap', { namespace })).items.filter(({ metadata }) => metadata.name === 'a'),
    ).toEqual([])
  })

  test('keeps its namespace where a hook removes it', async () => {
    expect((await create({ namespace: null })).reply).toMatchObject({ code: 201, metadata: { namespace: 'default' } })
  })

  test.each([{ uid: 'x' }, { uid: null }, { creationTimestamp: TIME }, { uid: null, creationTimestamp: null }])(
    'gets its uid and creationTimestamp from the server, whatever a hook sets: %j',
    async (metadata) => {
      const { reply } = await create(metadata)
      expect(reply.code).toBe(201)
      expect(reply.metadata?.['uid']).toMatch(/^[\da-f]{8}-/)
      expect(reply.metadata?.['creationTimestamp']).toBe('2024-01-01T00:00:00Z')
    },
  )

  test('is refused where a hook sets a resourceVersion', async () => {
    const message = 'resourceVersion should not be set on objects to be created'
    expect((await create({ resourceVersion: '5' })).reply).toMatchObject({ code: 500, message })
    expect((await create({ resourceVersion: 'no number' })).reply).toMatchObject({ code: 201 })
  })
})

describe('an update', () => {
  const change = async (metadata: object, method: string) => {
    const cluster = createCluster({ seed: 1 })
    await send(cluster, 'POST', MAPS, { metadata: { name: 'a' } })
    cluster.hooks.admit({ kind: 'ConfigMap' }, { patch: { metadata } })
    const body = { metadata: { name: 'a', ...label.metadata } }
    const reply = await send(cluster, method, `${MAPS}/a`, method === 'PUT' ? body : label)
    return { reply, stored: await cluster.get('ConfigMap', { name: 'a' }) }
  }
  const immutable = (name: string, value: string, subject = 'a') =>
    `ConfigMap "${subject}" is invalid: metadata.${name}: Invalid value: "${value}": field is immutable`

  describe.each(['PUT', 'PATCH'])('by %s', (method) => {
    test.each([
      [{ name: 'other' }, 422, immutable('name', 'other', 'other')],
      [{ namespace: 'nowhere' }, 400, OTHER_NAMESPACE],
      [{ namespace: 'kube-system' }, 400, OTHER_NAMESPACE],
      [{ uid: 'x' }, 422, immutable('uid', 'x')],
      [{ resourceVersion: '1' }, 409, STALE],
      [{ resourceVersion: 'abc' }, 500, 'strconv.ParseUint: parsing "abc": invalid syntax'],
    ])('is refused where a hook patches %j', async (metadata, code, message) => {
      const { reply, stored } = await change(metadata, method)
      expect(reply).toMatchObject({ code, message })
      expect(stored.metadata.labels).toBeUndefined()
    })

    test.each([{ namespace: null }, { uid: null }, { resourceVersion: null }, { creationTimestamp: TIME }])(
      'keeps server-owned metadata where a hook patches %j',
      async (metadata) => {
        const { reply, stored } = await change(metadata, method)
        expect(reply.code).toBe(200)
        expect(stored.metadata).toMatchObject({
          name: 'a',
          namespace: 'default',
          uid: expect.stringMatching(/^[\da-f]{8}-/) as unknown,
          creationTimestamp: '2024-01-01T00:00:00Z',
          labels: { a: 'b' },
        })
      },
    )
  })

  test('is refused by a hook before its resourceVersion is checked', async () => {
    const cluster = createCluster({ seed: 1 })
    await send(cluster, 'POST', MAPS, { metadata: { name: 'a' } })
    const stale = { metadata: { name: 'a', resourceVersion: '1' } }
    expect(await send(cluster, 'PUT', `${MAPS}/a`, stale)).toMatchObject({ code: 409, message: STALE })
    cluster.hooks.admit({ kind: 'ConfigMap' }, forbidden('no'))
    expect(await send(cluster, 'PUT', `${MAPS}/a`, stale)).toMatchObject({ code: 403 })
  })

  test('needs a resourceVersion after the hooks too, for a kind without unconditional update', async () => {
    const cluster = createCluster({ seed: 1 })
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
    await send(cluster, 'POST', leases, { metadata: { name: 'a' } })
    cluster.hooks.admit({ kind: 'Lease' }, { patch: { metadata: { resourceVersion: null } } })
    expect(await send(cluster, 'PATCH', `${leases}/a`, label)).toMatchObject({
      code: 422,
      message: expect.stringContaining('metadata.resourceVersion: Invalid value: 0x0: must be specified') as unknown,
    })
  })
})

describe('the kind of an object after an admit hook', () => {
  const wrong = [
    [{ kind: 'Secret' }, 'its kind is "Secret"'],
    [{ kind: 'Nothing' }, 'its kind is "Nothing"'],
    [{ apiVersion: 'v2' }, 'its apiVersion is "v2", not "v1"'],
  ] as const

  test.each(wrong)('must not change: %j', async (patch, why) => {
    const cluster = createCluster({ seed: 1 })
    cluster.hooks.admit({ client: 'test', kind: 'ConfigMap', name: 'a' }, { patch })
    await expect(cluster.create('ConfigMap', { metadata: { name: 'a' } })).rejects.toThrow(
      `returned an object that is not a valid ConfigMap: ${why}`,
    )
    await expect(cluster.get('ConfigMap', { name: 'a' })).rejects.toMatchObject({ status: { code: 404 } })
  })

  test('is kept where the hook removes kind and apiVersion', async () => {
    const cluster = createCluster({ seed: 1 })
    cluster.hooks.admit({ client: 'test', kind: 'ConfigMap' }, { patch: { kind: null, apiVersion: null } })
    await cluster.create('ConfigMap', { metadata: { name: 'a' } })
    expect(await cluster.get('ConfigMap', { name: 'a' })).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' })
  })
})

test.each([
  ['{kind: Secret}', 422, /converting \(v1.Secret\) to \(core.ConfigMap\): unknown conversion/],
  ['{metadata: {name: other}}', 400, /^the name of the object \(other\) does not match the name on the URL \(a\)$/],
  ['{metadata: {namespace: kube-system}}', 400, new RegExp(`^${OTHER_NAMESPACE}$`)],
  ['{metadata: {uid: x}}', 422, /metadata.uid: Invalid value: "x": field is immutable$/],
  ['{metadata: {resourceVersion: "1"}}', 409, /the object has been modified/],
])('a reaction that patches %s is refused as a request would be, and changes nothing', async (patch, code, message) => {
  const cluster = createCluster({ seed: 1 })
  await cluster.hooks.script(`- name: mine\n  when: {kind: ConfigMap, name: a}\n  then: [{patch: ${patch}}]`)
  const made = await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  // A conflict is no fault of the controller: the write could succeed at another time.
  const told = await cluster.settled().catch((error: Error) => error.message)
  expect(told?.startsWith('the controller mine failed for ConfigMap default/a: ') ?? false).toBe(code !== 409)
  expect(await cluster.get('ConfigMap', { name: 'a' })).toEqual(made)
  const [entry] = cluster.journal.requests({ controller: 'mine' })
  expect(entry).toMatchObject({
    verb: 'patch',
    reply: { status: { code, message: expect.stringMatching(message) as unknown } },
  })
})
