import { describe, expect, test } from 'vitest'
import { apiException, apiOf, call, configOf, k8s, writtenAs } from '../support/client-node.js'
import { profiles, startServer } from '../support/server.js'

describe.each(profiles)('%s', (profile) => {
  test('CustomObjectsApi: an object of a namespace', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const api = apiOf(server, 'CustomObjectsApi')
    const all = { group: server.group('coordination'), version: 'v1', namespace: 'default', plural: 'leases' }
    const one = { ...all, name: 'a' }
    const body = { metadata: { name: 'a' }, spec: { holderIdentity: 'one' } }
    const stored = () => server.cluster.get('Lease', { name: 'a' })

    expect(await call(api, 'createNamespacedCustomObject', { ...all, body })).toEqual(await stored())
    await expect(call(api, 'createNamespacedCustomObject', { ...all, body })).rejects.toMatchObject(
      apiException(409, 'AlreadyExists'),
    )
    const { kind: _, apiVersion: __, ...item } = await stored()
    const list = await call(api, 'listNamespacedCustomObject', all)
    expect(list).toEqual({
      kind: 'LeaseList',
      apiVersion: `${all.group}/v1`,
      metadata: { resourceVersion: item.metadata.resourceVersion },
      items: [item],
    })

    for (const [strategy, patch] of [
      ['JsonPatch', [{ op: 'replace', path: '/spec/holderIdentity', value: 'JsonPatch' }]],
      ['MergePatch', { spec: { holderIdentity: 'MergePatch' } }],
      ['StrategicMergePatch', { spec: { holderIdentity: 'StrategicMergePatch' } }],
    ] as const) {
      expect(
        await call(api, 'patchNamespacedCustomObject', { ...one, body: patch }, writtenAs(strategy)),
      ).toMatchObject({ spec: { holderIdentity: strategy } })
    }
    expect(server.received.entries.filter(({ method }) => method === 'PATCH').map(({ type }) => type)).toEqual([
      'application/json-patch+json',
      'application/merge-patch+json',
      'application/strategic-merge-patch+json',
    ])
    await expect(call(api, 'patchNamespacedCustomObject', { ...one, body: { spec: {} } })).rejects.toMatchObject(
      apiException(400, 'BadRequest'),
    )

    const read = await call(api, 'getNamespacedCustomObject', one)
    expect(read).toEqual(await stored())
    expect(
      await call(api, 'replaceNamespacedCustomObject', { ...one, body: { ...read, spec: { holderIdentity: 'two' } } }),
    ).toEqual(await stored())
    await expect(call(api, 'replaceNamespacedCustomObject', { ...one, body: read })).rejects.toMatchObject(
      apiException(409, 'Conflict'),
    )
    await call(api, 'deleteNamespacedCustomObject', one)
    await expect(call(api, 'getNamespacedCustomObject', one)).rejects.toMatchObject(apiException(404, 'NotFound'))
  })

  test('CustomObjectsApi: an object of the cluster, and its status', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const api = apiOf(server, 'CustomObjectsApi')
    const all = { group: server.group('networking'), version: 'v1', plural: 'servicecidrs' }
    const one = { ...all, name: 'extra' }
    const conditions = [
      { type: 'Ready', status: 'True', reason: 'Tested', message: '', lastTransitionTime: '2024-01-01T00:00:00Z' },
    ]
    await call(api, 'createClusterCustomObject', {
      ...all,
      body: { metadata: { name: 'extra' }, spec: { cidrs: ['10.1.0.0/24'] } },
    })
    await call(
      api,
      'patchClusterCustomObjectStatus',
      { ...one, body: { spec: { cidrs: [] }, status: { conditions } } },
      writtenAs('MergePatch'),
    )
    expect(await call(api, 'getClusterCustomObject', one)).toMatchObject({
      spec: { cidrs: ['10.1.0.0/24'] },
      status: { conditions },
    })
    await call(api, 'deleteCollectionClusterCustomObject', { ...all, fieldSelector: 'metadata.name=extra' })
    await expect(call(api, 'getClusterCustomObject', one)).rejects.toMatchObject(apiException(404, 'NotFound'))
  })

  test('CustomObjectsApi: server-side apply', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const api = apiOf(server, 'CustomObjectsApi')
    const one = {
      group: server.group('coordination'),
      version: 'v1',
      namespace: 'default',
      plural: 'leases',
      name: 'a',
    }
    const head = { apiVersion: `${one.group}/v1`, kind: 'Lease', metadata: { name: 'a' } }
    const apply = (fieldManager: string, holderIdentity: string, more: object = {}) =>
      call(
        api,
        'patchNamespacedCustomObject',
        { ...one, fieldManager, ...more, body: { ...head, spec: { holderIdentity } } },
        writtenAs('ServerSideApply'),
      )
    expect(await apply('first', 'one')).toMatchObject({
      spec: { holderIdentity: 'one' },
      metadata: { managedFields: [{ manager: 'first', operation: 'Apply' }] },
    })
    await expect(apply('second', 'two')).rejects.toMatchObject(apiException(409, 'Conflict'))
    expect(await apply('second', 'two', { force: true })).toMatchObject({ spec: { holderIdentity: 'two' } })
  })

  test('KubernetesObjectApi', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile }, atEnd)
    const api = k8s.KubernetesObjectApi.makeApiClient(configOf(server))
    const apiVersion = `${server.group('coordination')}/v1`
    const head = { apiVersion, kind: 'Lease', metadata: { name: 'a', namespace: 'default' } }
    const stored = async () => (await server.cluster.get('Lease', { name: 'a' })).spec

    await api.create({ ...head, spec: { holderIdentity: 'one' } })
    await expect(api.create(head)).rejects.toMatchObject(apiException(409, 'AlreadyExists'))
    expect(await api.read(head)).toMatchObject({ ...head, spec: { holderIdentity: 'one' } })
    expect((await api.list(apiVersion, 'Lease', 'default')).items).toMatchObject([{ metadata: { name: 'a' } }])

    await api.patch({ ...head, spec: { holderIdentity: 'two' } })
    expect(await stored()).toEqual({ holderIdentity: 'two' })
    await api.patch(
      { ...head, spec: { leaseDurationSeconds: 15 } },
      undefined,
      undefined,
      undefined,
      undefined,
      k8s.PatchStrategy.MergePatch,
    )
    expect(await stored()).toEqual({ holderIdentity: 'two', leaseDurationSeconds: 15 })
    expect(server.received.entries.filter(({ method }) => method === 'PATCH').map(({ type }) => type)).toEqual([
      'application/strategic-merge-patch+json',
      'application/merge-patch+json',
    ])

    const { metadata, ...read } = await api.read(head)
    await api.replace({ ...read, metadata, spec: { holderIdentity: 'three' } })
    expect(await stored()).toEqual({ holderIdentity: 'three' })
    await expect(api.replace({ ...read, metadata })).rejects.toMatchObject(apiException(409, 'Conflict'))
    await api.delete(head)
    await expect(api.read(head)).rejects.toMatchObject(apiException(404, 'NotFound'))
    await expect(api.read({ ...head, apiVersion: 'unknown.io/v1' })).rejects.toMatchObject({ code: 404 })
  })
})
