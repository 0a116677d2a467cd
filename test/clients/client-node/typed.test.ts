import { describe, expect, test } from 'vitest'
import { kubernetesProfile } from '../../profiles.js'
import { builtinKindsOf } from '../../../src/kinds/builtin.js'
import { type ApiObject, apiException, apiOf, call, writtenAs } from '../support/client-node.js'
import { startServer } from '../support/server.js'

const kinds = [
  ['CoreV1Api', 'Namespace'],
  ['CoreV1Api', 'Node'],
  ['CoreV1Api', 'PersistentVolumeClaim'],
  ['ApiregistrationV1Api', 'APIService'],
  ['CoordinationV1Api', 'Lease'],
  ['CoordinationV1beta1Api', 'LeaseCandidate'],
  ['EventsV1Api', 'Event'],
  ['NetworkingV1Api', 'IPAddress'],
  ['NetworkingV1Api', 'ServiceCIDR'],
  ['NodeV1Api', 'RuntimeClass'],
  ['PolicyV1Api', 'PodDisruptionBudget'],
] as const

describe.each(kinds)('%s: %s', (apiName, kind) => {
  const { example, scope } = builtinKindsOf(kubernetesProfile).map((define) => define(kubernetesProfile)).find((def) => def.kind === kind)!
  // Typed clients send objects without kind and apiVersion.
  const body = example as ApiObject
  const { name = '', labels: kept = {} } = body.metadata ?? {}
  const noun = `${scope === 'Namespaced' ? 'Namespaced' : ''}${kind}`
  const inNamespace = scope === 'Namespaced' ? { namespace: 'default' } : {}

  test('every verb', async ({ onTestFinished: atEnd }) => {
    const server = await startServer({ profile: 'kubernetes' }, atEnd)
    const api = apiOf(server, apiName)
    const stored = () => server.cluster.get(kind, { name })
    const one = { ...inNamespace, name }

    const created = await call(api, `create${noun}`, { ...inNamespace, body })
    expect(created.metadata?.uid).toBe((await stored()).metadata.uid)
    await expect(call(api, `create${noun}`, { ...inNamespace, body })).rejects.toMatchObject(
      apiException(409, 'AlreadyExists'),
    )

    const read = await call(api, `read${noun}`, one)
    expect(read).toEqual(created)
    const list = await call(api, `list${noun}`, inNamespace)
    expect(list.items?.filter((item) => item.metadata?.name === name)).toEqual([
      { ...created, kind: undefined, apiVersion: undefined },
    ])

    const labels = async (object: Promise<ApiObject>) => (await object).metadata?.labels
    const patch = (value: object, strategy: Parameters<typeof writtenAs>[0]) =>
      labels(call(api, `patch${noun}`, { ...one, body: value }, writtenAs(strategy)))
    expect(await patch({ metadata: { labels: { a: 'merge' } } }, 'MergePatch')).toMatchObject({ ...kept, a: 'merge' })
    expect(await patch({ metadata: { labels: { a: 'strategic' } } }, 'StrategicMergePatch')).toMatchObject({
      ...kept,
      a: 'strategic',
    })
    expect(await patch([{ op: 'replace', path: '/metadata/labels/a', value: 'json' }], 'JsonPatch')).toMatchObject({
      ...kept,
      a: 'json',
    })
    await expect(
      call(api, `patch${noun}`, { ...one, body: { metadata: { labels: { a: 'no' } } } }),
    ).rejects.toMatchObject(apiException(400, 'BadRequest'))

    await expect(call(api, `replace${noun}`, { ...one, body: read })).rejects.toMatchObject(
      apiException(409, 'Conflict'),
    )
    const latest = await call(api, `read${noun}`, one)
    expect((await call(api, `replace${noun}`, { ...one, body: latest })).metadata?.resourceVersion).toBe(
      latest.metadata?.resourceVersion,
    )
    const replaced = await call(api, `replace${noun}`, {
      ...one,
      body: { ...latest, metadata: { ...latest.metadata, labels: { ...kept, b: 'replaced' } } },
    })
    expect(replaced.metadata?.labels).toMatchObject({ ...kept, b: 'replaced' })
    expect((await stored()).metadata).toMatchObject({
      uid: created.metadata?.uid,
      resourceVersion: replaced.metadata?.resourceVersion,
    })

    await call(api, `delete${noun}`, one)
    if (kind === 'Namespace')
      await call(api, 'replaceNamespaceFinalize', { name, body: { metadata: { name }, spec: { finalizers: [] } } })
    if (kind === 'PersistentVolumeClaim') await patch({ metadata: { finalizers: null } }, 'MergePatch')
    await expect(call(api, `read${noun}`, one)).rejects.toMatchObject(apiException(404, 'NotFound'))
    await expect(call(api, `delete${noun}`, one)).rejects.toMatchObject(apiException(404, 'NotFound'))
  })
})
