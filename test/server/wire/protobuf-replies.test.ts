import { describe, expect, test } from 'vitest'
import { kubernetesProfile } from '../../profiles.js'
import { messagesOf } from '../../../src/server/wire/protobuf/table.js'
import { decodeObject } from '../../../src/server/wire/protobuf/request-body.js'
import { type Connection, inProcess, overSocket } from '../../suites/transport.js'

const MESSAGES = messagesOf(kubernetesProfile)

const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const NOTHING = { apiVersion: 'v1', kind: '', message: '' }
const decoded = (bytes: Uint8Array): unknown => {
  const told = decodeObject(bytes, NOTHING, MESSAGES)
  return told.error === undefined ? told.value : undefined
}

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    scope: 'Cluster',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
      },
    ],
  },
}
const WIDGETS = '/apis/example.com/v1/widgets'
const MAPS = '/api/v1/namespaces/default/configmaps'
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'

/** Reads length-prefixed frames (four bytes each) from a stream, and decodes each as a watch event. */
async function readEvents(response: Response, count: number): Promise<readonly unknown[]> {
  const events: unknown[] = []
  let rest = new Uint8Array()
  const reader = response.body?.getReader()
  while (reader && events.length < count) {
    const { value, done } = await reader.read()
    if (done) break
    rest = new Uint8Array(Buffer.concat([rest, value]))
    for (;;) {
      const length = rest.length < 4 ? Infinity : new DataView(rest.buffer).getUint32(0)
      if (rest.length < 4 + length) break
      events.push(eventOf(rest.subarray(4, 4 + length)))
      rest = rest.slice(4 + length)
    }
  }
  await reader?.cancel()
  return events
}

/** Decodes a meta.v1.WatchEvent by hand: the type, and the object in its envelope, which ends the frame. */
function eventOf(frame: Uint8Array): unknown {
  const typeLength = frame[1] ?? 0
  const type = new TextDecoder().decode(frame.subarray(2, 2 + typeLength))
  const magic = Buffer.from(frame).indexOf('k8s\0')
  return { type, object: decoded(frame.subarray(magic)) }
}

describe.each([inProcess, overSocket])('$name', ({ connect }) => {
  const open = () => connect({ profile: 'kubernetes', seed: 1, crds: [definition] })

  async function ask({ fetch }: Connection, path: string, accept = PROTOBUF, init: RequestInit = {}) {
    const response = await fetch(path, { ...init, headers: { accept, ...init.headers } })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, type: response.headers.get('content-type'), value: decoded(bytes), bytes }
  }
  const inJson = async ({ fetch }: Connection, path: string) =>
    // Only compared, whatever its type.
    (await (await fetch(path, { headers: { accept: 'application/json' } })).json()) as object
  const post = (body: unknown): RequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

  test.each([
    '/api/v1/namespaces/default',
    '/api/v1/namespaces',
    '/api/v1/namespaces?limit=1',
    '/api/v1/pods',
    BUDGETS,
    `${BUDGETS}/web`,
    '/apis/events.k8s.io/v1/events',
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com',
    '/apis/apiregistration.k8s.io/v1/apiservices',
    '/api/v1/namespaces/none',
    '/apis/apps',
    '/apis/apps/v1',
    '/apis',
  ])('%s in protobuf equals its JSON', async (path) => {
    await using to = await open()
    await to.cluster.create('PodDisruptionBudget', {
      metadata: { name: 'web' },
      spec: { minAvailable: '50%', selector: { matchLabels: { app: 'web' } } },
    })
    const { value, type } = await ask(to, path)
    expect(type).toBe(PROTOBUF)
    expect(value).toEqual(withoutEmptyItems(await inJson(to, path)))
  })

  test('/api has an envelope without an apiVersion', async () => {
    await using to = await open()
    const { bytes, value } = await ask(to, '/api')
    expect(Buffer.from(bytes).toString('latin1')).toMatch(/^k8s\0\n\x0f\n\0\x12\x0bAPIVersions/)
    expect(value).toMatchObject({ kind: 'APIVersions', versions: ['v1'] })
  })

  test('a protobuf reply can be sent back in an update', async () => {
    await using to = await open()
    // Beyond the precision of JavaScript numbers.
    const status = '{"images":[{"names":["a"],"sizeBytes":9007199254740993}]}'
    const headers = { 'content-type': 'application/json' }
    await ask(to, '/api/v1/nodes', PROTOBUF, {
      method: 'POST',
      body: `{"metadata":{"name":"a"},"status":${status}}`,
      headers,
    })
    const { bytes } = await ask(to, '/api/v1/nodes/a')
    const replaced = await to.fetch('/api/v1/nodes/a/status', {
      method: 'PUT',
      body: bytes,
      headers: { 'content-type': PROTOBUF },
    })
    expect(await replaced.text()).toContain('"sizeBytes":9007199254740993')
  })

  test('aggregated discovery in protobuf equals its JSON', async () => {
    await using to = await open()
    const form = 'g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    const { value, type } = await ask(to, '/apis', `${PROTOBUF};${form}`)
    expect(type).toBe(`${PROTOBUF};${form}`)
    const { items } = (await (await to.fetch('/apis', { headers: { accept: `application/json;${form}` } })).json()) as {
      items: unknown
    } // discovery is a list
    expect(value).toMatchObject({ apiVersion: 'apidiscovery.k8s.io/v2', items })
  })

  test('replies to a patch and a delete are in protobuf', async () => {
    await using to = await open()
    const map = { metadata: { name: 'a', finalizers: ['example.com/hold'] }, data: { size: '1' } }
    await ask(to, MAPS, PROTOBUF, post(map))
    const patch = (body: string) => ({
      method: 'PATCH',
      body,
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    const data = { size: '2' }
    expect(await ask(to, `${MAPS}/a`, PROTOBUF, patch(JSON.stringify({ data })))).toMatchObject({
      status: 200,
      type: PROTOBUF,
      value: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data },
    })
    // An object with finalizers is returned, of others a Status.
    expect(await ask(to, `${MAPS}/a`, PROTOBUF, { method: 'DELETE' })).toMatchObject({
      status: 200,
      type: PROTOBUF,
      value: { kind: 'ConfigMap', metadata: { deletionTimestamp: expect.any(String) as string }, data },
    })
    await ask(to, `${MAPS}/a`, PROTOBUF, patch('{"metadata":{"finalizers":null}}'))
    await ask(to, MAPS, PROTOBUF, post({ metadata: { name: 'b' } }))
    expect(await ask(to, `${MAPS}/b`, PROTOBUF, { method: 'DELETE' })).toMatchObject({
      status: 200,
      type: PROTOBUF,
      value: { kind: 'Status', status: 'Success', details: { name: 'b', kind: 'configmaps' } },
    })
  })

  test('replies to a create, and errors of a patch and a delete, are in protobuf', async () => {
    await using to = await open()
    const created = await ask(to, '/api/v1/namespaces', PROTOBUF, post({ metadata: { name: 'shop' } }))
    expect(created).toMatchObject({
      status: 201,
      type: PROTOBUF,
      value: { kind: 'Namespace', metadata: { name: 'shop' } },
    })
    const patched = await ask(to, '/api/v1/namespaces/shop', `${PROTOBUF},application/json`, {
      method: 'PATCH',
      body: '{"metadata":{"labels":{"ä":"<"}}}',
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(patched).toMatchObject({ status: 422, value: { kind: 'Status', reason: 'Invalid' } })
    const deleted = await ask(to, `${BUDGETS}/none`, PROTOBUF, { method: 'DELETE' })
    expect(deleted).toMatchObject({ status: 404, value: { kind: 'Status', details: { kind: 'poddisruptionbudgets' } } })
  })

  test('a review and a Scale are in protobuf', async () => {
    await using to = await open()
    const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }
    expect(
      await ask(to, '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', PROTOBUF, post(review)),
    ).toMatchObject({ status: 201, value: { kind: 'SelfSubjectAccessReview', status: { allowed: true } } })
    const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } }
    const selector = { matchLabels: { app: 'a' } }
    await to.cluster.create('Deployment', { metadata: { name: 'a' }, spec: { replicas: 2, selector, template } })
    expect(await ask(to, '/apis/apps/v1/namespaces/default/deployments/a/scale')).toMatchObject({
      value: { apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 2 } },
    })
  })

  test('PartialObjectMetadata in both versions is in protobuf, a Table is in JSON', async () => {
    await using to = await open()
    const as = (kind: string, version = 'v1') => `as=${kind};g=meta.k8s.io;v=${version}`
    const one = '/api/v1/namespaces/default'
    for (const version of ['v1', 'v1beta1']) {
      const form = as('PartialObjectMetadataList', version)
      const list = await ask(to, '/api/v1/namespaces', `${PROTOBUF};${form}`)
      expect(list.value).toEqual(
        await (
          await to.fetch('/api/v1/namespaces', { headers: { accept: `application/json;${form}` } })
        )
          .json()
          .then(withoutTypes),
      )
    }
    for (const version of ['v1', 'v1beta1'])
      expect(await ask(to, one, `${PROTOBUF};${as('PartialObjectMetadata', version)}`)).toMatchObject({
        type: PROTOBUF,
        value: { apiVersion: `meta.k8s.io/${version}`, kind: 'PartialObjectMetadata', metadata: { name: 'default' } },
      })
    expect(await ask(to, one, `${PROTOBUF};${as('Table')}, application/json;${as('Table')}`)).toMatchObject({
      type: 'application/json',
    })
  })

  test('a watch sends frames of every type of event', async () => {
    await using to = await open()
    const { create, patch, remove } = {
      create: (name: string) => to.cluster.create('Lease', { metadata: { name } }),
      patch: (name: string) => to.cluster.patch('Lease', { name }, { metadata: { labels: { a: 'b' } } }),
      remove: (name: string) => to.cluster.delete('Lease', { name }),
    }
    const path = '/apis/coordination.k8s.io/v1/leases?watch=1'
    const response = await to.fetch(path, { headers: { accept: `${PROTOBUF}, application/json` } })
    expect(response.headers.get('content-type')).toBe(`${PROTOBUF};stream=watch`)
    const created = await create('a')
    const patched = await patch('a')
    await remove('a')
    const [added, modified, deleted] = await readEvents(response, 3)
    expect([added, modified]).toEqual([
      { type: 'ADDED', object: created },
      { type: 'MODIFIED', object: patched },
    ])
    expect(deleted).toMatchObject({ type: 'DELETED', object: { kind: 'Lease', metadata: { name: 'a' } } })
    const late = await to.fetch(`${path}&resourceVersion=99999999`, { headers: { accept: PROTOBUF } })
    expect(await readEvents(late, 1)).toMatchObject([{ type: 'ERROR', object: { kind: 'Status', code: 410 } }])
  })

  test.each(['v1', 'v1beta1'])('a watch of PartialObjectMetadata (%s) sends frames', async (version) => {
    await using to = await open()
    const accept = `${PROTOBUF};as=PartialObjectMetadata;g=meta.k8s.io;v=${version}`
    const response = await to.fetch('/api/v1/namespaces?watch=1', { headers: { accept } })
    const [first] = await readEvents(response, 1)
    expect(first).toMatchObject({
      type: 'ADDED',
      object: { apiVersion: `meta.k8s.io/${version}`, kind: 'PartialObjectMetadata', metadata: { name: 'default' } },
    })
  })

  test('custom resources are in JSON; Statuses and PartialObjectMetadata of them are in protobuf', async () => {
    await using to = await open()
    const both = `${PROTOBUF},application/json`
    const one = `${WIDGETS}/a`
    expect(await ask(to, WIDGETS, both, post({ ...named('a'), spec: { replicas: 1 } }))).toMatchObject({
      status: 201,
      type: 'application/json',
    })
    for (const path of [WIDGETS, one, `${one}/scale`])
      expect(await ask(to, path, both)).toMatchObject({ status: 200, type: 'application/json' })
    for (const path of [WIDGETS, one, `${one}/scale`, `${WIDGETS}?watch=1`])
      expect(await ask(to, path)).toMatchObject({
        status: 406,
        type: PROTOBUF,
        value: {
          message:
            'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
        },
      })
    expect(await ask(to, `${WIDGETS}/none`, both)).toMatchObject({
      status: 404,
      type: PROTOBUF,
      value: { kind: 'Status' },
    })
    expect(await ask(to, one, `${PROTOBUF};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`)).toMatchObject({
      type: PROTOBUF,
      value: { metadata: { name: 'a' } },
    })
  })

  test('PartialObjectMetadata of a list of custom resources, and the reverse, is refused', async () => {
    await using to = await open()
    await ask(to, WIDGETS, 'application/json', post(named('a')))
    const told = async (path: string, kind: string) => {
      const accept = `application/json;as=${kind};g=meta.k8s.io;v=v1`
      // a Status
      return (await (await to.fetch(path, { headers: { accept } })).json()) as object
    }
    expect(await told(WIDGETS, 'PartialObjectMetadata')).toMatchObject({
      code: 406,
      message:
        'you requested PartialObjectMetadata, but the requested object is a list (*unstructured.UnstructuredList)',
    })
    expect(await told(`${WIDGETS}/a`, 'PartialObjectMetadataList')).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'content is not a list',
      code: 500,
    })
  })

  test('Accept for custom resources is checked by their handler, not by the router', async () => {
    await using to = await open()
    expect((await ask(to, WIDGETS, 'application/*')).type).toBe('application/json')
    const refused = await to.fetch(WIDGETS, { headers: { accept: 'text/html' } })
    expect(await refused.json()).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message:
        'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
      reason: 'NotAcceptable',
      code: 406,
    })
  })

  test('a hook with cut: mid-line breaks off a frame in the middle', async () => {
    await using to = await open()
    to.cluster.hooks.watch({ kind: 'Namespace' }, { cut: 'mid-line' })
    const response = await to.fetch('/api/v1/namespaces?watch=1', { headers: { accept: PROTOBUF } })
    const reader = response.body?.getReader()
    const { value = new Uint8Array(4) } = (await reader?.read()) ?? {}
    const length = new DataView(value.buffer, value.byteOffset).getUint32(0)
    expect(value.length).toBe((length + 4) >> 1)
    await expect(reader?.read()).rejects.toThrow(/fetch failed|terminated/)
  })
})

const named = (name: string) => ({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name } })

/** Protobuf does not distinguish an empty list from a missing one. */
const withoutEmptyItems = (value: object) =>
  'items' in value && Array.isArray(value.items) && value.items.length === 0 ? { ...value, items: null } : value

/** Items of a list in protobuf have no kind and apiVersion. */
const withoutTypes = (list: {
  readonly items: readonly { readonly kind?: string; readonly apiVersion?: string }[]
}) => ({
  ...list,
  items: list.items.map(({ kind: _, apiVersion: __, ...item }) => item),
})
