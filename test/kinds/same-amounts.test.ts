import { expect, test } from 'vitest'
import { sameTemplate } from '../../src/controllers/apps/deployments/templates.js'
import { type Answer, openServer, wordsOf } from './asking.js'
import { selector, template } from './templates.js'

/** A gibibyte, in two notations that are canonical both. */
const GI = '1Gi'
const BYTES = '1073741824'

const uses = (memory: string, cpu = '1') => ({
  containers: [{ name: 'web', image: 'example.io/web:1', resources: { limits: { cpu, memory } } }],
})

type Meta = { readonly generation?: number; readonly annotations?: { readonly [key: string]: string } }

/** Creates an object, and updates it with another spec. */
async function update(path: string, first: object, second: object): Promise<readonly [unknown, Meta]> {
  const ask = openServer()
  const made = await ask('POST', path, { metadata: { name: 'a' }, spec: first })
  if (made.code !== 201) throw new Error(String(made.body['message']))
  const changed: Answer = await ask('PUT', `${path}/a`, { metadata: { name: 'a' }, spec: second })
  return [wordsOf(changed), (changed.body['metadata'] ?? {}) as Meta] // that of any object
}

const APPS = '/apis/apps/v1/namespaces/default'

test.each([
  ['deployments', (spec: object) => ({ selector, template: template(spec) })],
  ['replicasets', (spec: object) => ({ selector, template: template(spec) })],
  ['daemonsets', (spec: object) => ({ selector, template: template(spec) })],
  ['statefulsets', (spec: object) => ({ selector, template: template(spec), serviceName: 'web' })],
])('the template of %s with the same amounts in other words is not another generation', async (plural, specOf) => {
  const [code, { generation, annotations }] = await update(`${APPS}/${plural}`, specOf(uses(GI)), specOf(uses(BYTES)))
  expect([code, generation]).toEqual([200, 1])
  const counted = annotations?.['deprecated.daemonset.template.generation']
  expect(counted).toBe(plural === 'daemonsets' ? '1' : undefined)
  const [, { generation: next }] = await update(`${APPS}/${plural}`, specOf(uses(GI)), specOf(uses('1073741825')))
  expect(next).toBe(2)
})

const claim = (storage: string) => ({
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
})

test('the claims of a StatefulSet may be written in other words, not be changed', async () => {
  const specOf = (storage: string) => ({
    selector,
    template: template(),
    serviceName: 'web',
    volumeClaimTemplates: [claim(storage)],
  })
  expect((await update(`${APPS}/statefulsets`, specOf(GI), specOf(BYTES)))[0]).toBe(200)
  expect((await update(`${APPS}/statefulsets`, specOf(GI), specOf('2Gi')))[0]).toMatch(/^spec: Forbidden: updates to/)
})

test('the template of a Job may be written in other words, not be changed', async () => {
  const path = '/apis/batch/v1/namespaces/default/jobs'
  const ask = openServer()
  const templateOf = (memory: string) => template({ restartPolicy: 'Never', ...uses(memory) })
  const made = await ask('POST', path, { metadata: { name: 'a' }, spec: { template: templateOf(GI) } })
  expect(made.code).toBe(201)
  const put = async (memory: string) =>
    wordsOf(await ask('PATCH', `${path}/a`, { spec: { template: { spec: uses(memory) } } }))
  expect(await put(BYTES)).toBe(200)
  expect(await put('2Gi')).toMatch(/^spec.template: Invalid value: .*: field is immutable$/s)
})

const PODS = '/api/v1/namespaces/default/pods'

test('the amounts of a pod may be written in other words, not be changed', async () => {
  const [code, { generation }] = await update(PODS, uses(GI), uses(BYTES))
  expect([code, generation]).toEqual([200, 1])
  expect((await update(PODS, uses(GI), uses('2Gi')))[0]).toMatch(/^spec: Forbidden: pod updates may not change fields/)
})

test('those of an init container may be so by a resize', async () => {
  const ask = openServer()
  const { containers } = uses(GI)
  const initContainers = (memory: string) => [{ ...uses(memory).containers[0], name: 'first' }]
  const spec = { containers, initContainers: initContainers(GI) }
  expect((await ask('POST', PODS, { metadata: { name: 'a' }, spec })).code).toBe(201)
  const resize = async (memory: string) =>
    wordsOf(await ask('PATCH', `${PODS}/a/resize`, { spec: { initContainers: initContainers(memory) } }))
  expect(await resize(BYTES)).toBe(200)
  expect(await resize('2Gi')).toMatch(/resources for non-sidecar init containers are immutable$/)
})

test('a Deployment keeps the ReplicaSet whose template has the same amounts in other words', () => {
  const hashed = template(uses(GI), { labels: { app: 'web', 'pod-template-hash': 'x' } })
  expect(sameTemplate(hashed, template(uses(BYTES)))).toBe(true)
  expect(sameTemplate(hashed, template(uses('2Gi')))).toBe(false)
  expect(sameTemplate(hashed, template({ ...uses(GI), volumes: [] }))).toBe(true)
})

test('in custom resources, amounts are texts', async () => {
  const ask = openServer()
  const spec = { type: 'object', properties: { size: { type: 'string', format: 'quantity' } } }
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } }
  const names = { plural: 'disks', kind: 'Disk' }
  const defined = await ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: 'disks.example.io' },
    spec: {
      group: 'example.io',
      scope: 'Cluster',
      names,
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  })
  expect(defined.code).toBe(201)
  const path = '/apis/example.io/v1/disks'
  const typed = { apiVersion: 'example.io/v1', kind: 'Disk', metadata: { name: 'a' } }
  await ask('POST', path, { ...typed, spec: { size: GI } })
  const { body } = await ask('PATCH', `${path}/a`, { spec: { size: BYTES } })
  expect(body).toMatchObject({ metadata: { generation: 2 }, spec: { size: BYTES } })
})
