import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

type Json = { readonly [member: string]: unknown }

function open() {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  return async (method: string, path: string, body?: object, type = 'application/merge-patch+json') => {
    const headers = { 'content-type': method === 'PATCH' ? type : 'application/json' }
    const reply = await fetch(path, { method, ...(body ? { body: JSON.stringify(body), headers } : {}) })
    return (await reply.json()) as Json & { metadata: { resourceVersion: string; managedFields: Json[] } }
  }
}

const scaled = (version: string) => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`
const spec = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3 }
const owned = (fields: readonly Json[]) =>
  fields.map(({ apiVersion, fieldsV1 }) => [
    apiVersion,
    Object.keys((fieldsV1 as { 'f:spec'?: object })['f:spec'] ?? {}),
  ])

test('an empty patch in another version changes nothing', async () => {
  const ask = open()
  const made = await ask('POST', scaled('v1'), { metadata: { name: 'h' }, spec })
  const shown = await ask('PATCH', `${scaled('v2')}/h`, {})
  expect([shown.metadata.resourceVersion, shown['status']]).toEqual([
    made.metadata.resourceVersion,
    { desiredReplicas: 0, currentMetrics: null },
  ])
})

test('a manager loses a field when a write in another version changes its counterpart', async () => {
  const ask = open()
  await ask('POST', scaled('v1'), { metadata: { name: 'h' }, spec: { ...spec, targetCPUUtilizationPercentage: 50 } })
  const target = { type: 'Utilization', averageUtilization: 60 }
  const metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }]
  const { metadata } = await ask('PATCH', `${scaled('v2')}/h`, { spec: { metrics } })
  expect(owned(metadata.managedFields)).toEqual([
    ['autoscaling/v1', ['f:maxReplicas', 'f:minReplicas', 'f:scaleTargetRef']],
    ['autoscaling/v2', ['f:metrics']],
  ])
})

test('a manager keeps the status when a write in another version omits it', async () => {
  const ask = open()
  await ask('POST', scaled('v2'), { metadata: { name: 'h' }, spec })
  const status = { currentReplicas: 1, desiredReplicas: 2 }
  await ask('PUT', `${scaled('v2')}/h/status`, { metadata: { name: 'h' }, spec, status })
  const { metadata } = await ask('PUT', `${scaled('v1')}/h`, { metadata: { name: 'h' }, spec })
  expect(metadata.managedFields.map(({ subresource }) => subresource)).toEqual([undefined, 'status'])
})

test.each([
  ['PATCH', '?fieldManager=m', 'application/apply-patch+yaml'],
  ['PATCH', '?fieldManager=m', 'application/merge-patch+json'],
])('a write of an Event in one group drops managers of the other group (%s%s %s)', async (method, query, type) => {
  const ask = open()
  const metadata = { name: 'e' }
  await ask('POST', '/apis/events.k8s.io/v1/namespaces/default/events', {
    metadata,
    type: 'Normal',
    reason: 'R',
    note: 'm',
    regarding: { namespace: 'default' },
    eventTime: '2024-01-01T00:00:00.000000Z',
    action: 'a',
    reportingController: 'c/d',
    reportingInstance: 'i',
  })
  const body = { apiVersion: 'v1', kind: 'Event', metadata: { ...metadata, labels: { a: 'b' } }, reason: 'R' }
  const applied = await ask(method, `/api/v1/namespaces/default/events/e${query}`, body, type)
  expect(applied.metadata.managedFields.map((entry) => [entry['manager'], entry['apiVersion']])).toEqual([['m', 'v1']])
})

test('an empty patch in a version that orders metrics in another way is stored once', async () => {
  const ask = open()
  const metric = (name: string) => ({
    type: 'Resource',
    resource: { name, target: { type: 'Utilization', averageUtilization: 50 } },
  })
  const made = await ask('POST', scaled('v2'), {
    metadata: { name: 'h' },
    spec: { ...spec, metrics: [metric('cpu'), metric('memory')] },
  })
  // In v1 the metrics but the CPU's are an annotation, and come first when it is read.
  const patched = await ask('PATCH', `${scaled('v1')}/h`, {})
  expect(patched.metadata.resourceVersion).not.toBe(made.metadata.resourceVersion)
  expect(await ask('GET', `${scaled('v2')}/h`)).toMatchObject({ spec: { metrics: [metric('memory'), metric('cpu')] } })
  const again = await ask('PATCH', `${scaled('v1')}/h`, {})
  expect(again.metadata.resourceVersion).toBe(patched.metadata.resourceVersion)
})
