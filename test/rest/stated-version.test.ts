import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'

const LEASES = '/namespaces/default/leases'

const open = (profile: 'kubernetes' | 'example') => {
  const cluster = createCluster({ seed: 1, controllers: 'none', profile })
  return async (method: string, path: string, body: object, type = 'application/json') => {
    const reply = await cluster.fetch(path, { method, body: JSON.stringify(body), headers: { 'content-type': type } })
    return ((await reply.json()) as { message?: string }).message
  }
}

describe('a body of another kind or version is refused', () => {
  const unknown = (kind: string, apiVersion: string) =>
    `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:110"`
  const converting = (type: string) => `converting (${type}) to (coordination.Lease): unknown conversion`

  test.each([
    ['a served kind', 'v1', 'Pod', converting('v1.Pod')],
    ['a kind that is not served', 'batch/v1', 'CronJob', converting('v1.CronJob')],
    ['a kind in an old version', 'apps/v1beta2', 'DaemonSet', converting('v1beta2.DaemonSet')],
    ['a list', 'coordination.k8s.io/v1', 'LeaseList', converting('v1.LeaseList')],
    ['an options kind', 'apps/v1beta1', 'DeleteOptions', converting('v1.DeleteOptions')],
    ['an unversioned kind', 'nowhere/v7', 'Status', converting('v1.Status')],
    ['a list kind that does not exist', 'apps/v1', 'ScaleList', unknown('ScaleList', 'apps/v1')],
    ['a kind that is not in this version', 'apps/v1', 'Scale', unknown('Scale', 'apps/v1')],
    [
      'a kind of the apiextensions server',
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      unknown('CustomResourceDefinition', 'apiextensions.k8s.io/v1'),
    ],
    [
      'a kind of the aggregator',
      'apiregistration.k8s.io/v1',
      'APIService',
      unknown('APIService', 'apiregistration.k8s.io/v1'),
    ],
    ['a kind of an unknown group', 'example.com/v1', 'Lease', unknown('Lease', 'example.com/v1')],
  ])('%s', async (_, apiVersion, kind, detail) => {
    const ask = open('kubernetes')
    const body = { apiVersion, kind, metadata: { name: 'a' } }
    const path = `/apis/coordination.k8s.io/v1${LEASES}`
    expect(await ask('POST', path, body)).toBe(
      `${kind} in version "${apiVersion.split('/').at(-1)}" cannot be handled as a Lease: ${detail}`,
    )
    await ask('POST', path, { metadata: { name: 'a' } })
    expect(
      (await ask('PATCH', `${path}/a`, { apiVersion, kind }, 'application/merge-patch+json'))?.endsWith(`: ${detail}`),
    ).toBe(true)
  })

  test('an old version, though it is converted as the result of a patch', async () => {
    const ask = open('kubernetes')
    const path = `/apis/coordination.k8s.io/v1${LEASES}`
    const body = { apiVersion: 'coordination.k8s.io/v1beta1', kind: 'Lease', metadata: { name: 'a' } }
    expect(await ask('POST', path, body)).toBe(
      'the API version in the data (coordination.k8s.io/v1beta1) does not match the expected API version (coordination.k8s.io/v1)',
    )
    await ask('POST', path, { metadata: { name: 'a' } })
    expect(await ask('PATCH', `${path}/a`, { apiVersion: body.apiVersion }, 'application/merge-patch+json')).toBe(
      undefined,
    )
  })

  test('accepts an empty core group, as in /v1', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    const send = async (method: string, path: string, type: string, body: object) => {
      const reply = await cluster.fetch(path, { method, body: JSON.stringify(body), headers: { 'content-type': type } })
      return [reply.status, ((await reply.json()) as { apiVersion?: string }).apiVersion]
    }
    const maps = '/api/v1/namespaces/default/configmaps'
    const body = { apiVersion: '/v1', kind: 'ConfigMap', metadata: { name: 'a' } }
    expect(await send('POST', maps, 'application/json', body)).toEqual([201, 'v1'])
    expect(await send('PUT', `${maps}/a`, 'application/json', body)).toEqual([200, 'v1'])
    expect(await send('PATCH', `${maps}/a`, 'application/merge-patch+json', { apiVersion: '/v1' })).toEqual([200, 'v1'])
  })

  test('reports unknown fields of another version before the version itself', async () => {
    const ask = open('kubernetes')
    const body = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'a' }, note: 'x' }
    const path = '/apis/events.k8s.io/v1/namespaces/default/events'
    expect(await ask('POST', `${path}?fieldValidation=Strict`, body)).toBe(
      'Event in version "v1" cannot be handled as a Event: strict decoding error: unknown field "note"',
    )
    expect(await ask('POST', path, body)).toBe(
      'the API version in the data (v1) does not match the expected API version (events.k8s.io/v1)',
    )
  })

  test('the version of a group that the kind has moved out of', async () => {
    const ask = open('kubernetes')
    const body = { apiVersion: 'extensions/v1beta1', kind: 'Deployment', metadata: { name: 'a' } }
    expect(await ask('POST', '/apis/apps/v1/namespaces/default/deployments', body)).toBe(
      'the API version in the data (extensions/v1beta1) does not match the expected API version (apps/v1)',
    )
  })

  test('with profile example, versions of the groups in its own domain', async () => {
    const ask = open('example')
    const lease = (apiVersion: string) =>
      ask('POST', `/apis/coordination.example.io/v1${LEASES}`, { apiVersion, kind: 'Lease', metadata: { name: 'a' } })
    expect(await lease('coordination.example.io/v1beta1')).toBe(
      'the API version in the data (coordination.example.io/v1beta1) does not match the expected API version (coordination.example.io/v1)',
    )
    expect(await lease('coordination.k8s.io/v1')).toBe(
      `Lease in version "v1" cannot be handled as a Lease: ${unknown('Lease', 'coordination.k8s.io/v1')}`,
    )
  })
})

test.each([
  ['apps/v1', 'DaemonSet'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'ReplicaSet'],
  ['networking.k8s.io/v1', 'Ingress'],
  ['networking.k8s.io/v1', 'NetworkPolicy'],
])('extensions/v1beta1 is another version of a kind of %s: %s', async (apiVersion, kind) => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const plural =
    kind === 'Ingress' ? 'ingresses' : kind === 'NetworkPolicy' ? 'networkpolicies' : `${kind.toLowerCase()}s`
  const reply = await fetch(`/apis/${apiVersion}/namespaces/default/${plural}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'extensions/v1beta1', kind, metadata: { name: 'a' } }),
  })
  expect(await reply.json()).toMatchObject({
    code: 400,
    message: `the API version in the data (extensions/v1beta1) does not match the expected API version (${apiVersion})`,
  })
})

test.each([
  ['/api/v1/namespaces/default/configmaps', ''],
  ['/apis/coordination.k8s.io/v1/namespaces/default/leases', 'coordination.k8s.io'],
])('a patch of %s that leaves another kind without a version is refused', async (path, group) => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const send = (method: string, url: string, type: string, body: unknown) =>
    fetch(url, { method, headers: { 'Content-Type': type }, body: JSON.stringify(body) })
  await send('POST', path, 'application/json', { metadata: { name: 'a' } })
  const patch = [{ op: 'move', from: '/apiVersion', path: '/kind' }]
  const { message } = (await (await send('PATCH', `${path}/a`, 'application/json-patch+json', patch)).json()) as {
    message: string
  }
  expect(message).toContain(`" is registered for the internal version of group "${group}" in scheme "`)
})
