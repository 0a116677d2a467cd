import { expect, test } from 'vitest'
import type { Status } from '../../../src/base/errors/status.js'
import { formatJournal } from '../../../src/server/journal/format.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { type Box, GROUP, V1, V2, boxes, convertBoxes } from '../../suites/boxes.js'

/** Makes a cluster whose Boxes are converted by a handler, and counts the objects of each call. */
function convertingCluster(change: (box: object) => object = (box) => box, options: ClusterOptions = {}) {
  const calls: number[] = []
  const handler = async (request: Request): Promise<Response> => {
    const { request: asked } = (await request.clone().json()) as {
      readonly request: { readonly objects: readonly Box[] }
    }
    calls.push(asked.objects.length)
    return convertBoxes(request, change)
  }
  const cluster = createCluster({
    seed: 1,
    controllers: 'none',
    crds: [boxes],
    services: { 'shop/hooks': handler },
    ...options,
  })
  return { cluster, calls }
}

test('objects are read and written in every version, and kept in the one that is stored', async () => {
  const { cluster } = convertingCluster()
  const made = await cluster.create(V2, { metadata: { name: 'a' }, spec: { capacity: 3 } })
  expect(made).toMatchObject({ apiVersion: `${GROUP}/v2`, spec: { capacity: 3 } })
  expect(await cluster.get(V1, { name: 'a' })).toMatchObject({ apiVersion: `${GROUP}/v1`, spec: { size: 3 } })
  await cluster.patch(V1, { name: 'a' }, { spec: { size: 4 } })
  expect(await cluster.get(V2, { name: 'a' })).toMatchObject({ spec: { capacity: 4 } })
  await cluster.delete(V2, { name: 'a' })
})

test('a list is one call, and what was converted is not converted again', async () => {
  const { cluster, calls } = convertingCluster()
  for (const name of ['a', 'b', 'c']) await cluster.create(V1, { metadata: { name }, spec: { size: 1 } })
  expect(calls).toEqual([])
  const sizes = async () => (await cluster.list(V2)).items.map((box) => (box as unknown as Box).spec?.capacity)
  expect(await sizes()).toEqual([1, 1, 1])
  expect(await sizes()).toEqual([1, 1, 1])
  expect(calls).toEqual([3])
})

test('the journal has each call with the request that it was for', async () => {
  const { cluster } = convertingCluster()
  await cluster.create(V2, { metadata: { name: 'a' }, spec: { capacity: 1 } })
  await cluster.create(V1, { metadata: { name: 'b' }, spec: { size: 1 } })
  await cluster.list(V2)
  const lines = formatJournal(cluster.journal.requests({ kind: 'Box' })).split('\n')
  const called = `webhook boxes.${GROUP}: 1 converted`
  expect(lines.map((line) => line.replace(/^#\d+ \S+|\d+ added .*/, '').trim()).filter(Boolean)).toEqual([
    expect.stringContaining('POST'),
    // There and back.
    ...[called, called],
    expect.stringContaining('POST'),
    expect.stringContaining('GET'),
    called,
  ])
})

test('a watch sends what is written in another version in order', async () => {
  const { cluster } = convertingCluster()
  const reply = await cluster.fetch(`/apis/${GROUP}/v2/boxes?watch=true`)
  const reader = (reply.body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  await cluster.create(V1, { metadata: { name: 'a' }, spec: { size: 1 } })
  await cluster.patch(V1, { name: 'a' }, { spec: { size: 2 } })
  let text = ''
  while (text.split('\n').length < 3) text += (await reader.read()).value ?? ''
  await reader.cancel()
  const seen = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string; readonly object: Box })
  expect(seen.map(({ type, object }) => `${type} ${object.spec?.capacity}`)).toEqual(['ADDED 1', 'MODIFIED 2'])
})

test('a webhook may change labels and annotations, and no other metadata', async () => {
  const named = (metadata: object) =>
    convertingCluster((box) => ({ ...box, metadata: { ...(box as Box).metadata, ...metadata } })).cluster
  const labelled = named({ labels: { converted: 'yes' }, generation: 77 })
  await labelled.create(V1, { metadata: { name: 'a' }, spec: { size: 1 } })
  expect((await labelled.get(V2, { name: 'a' })).metadata).toMatchObject({
    labels: { converted: 'yes' },
    generation: 1,
  })
  const renamed = named({ name: 'b' })
  await renamed.create(V1, { metadata: { name: 'a' }, spec: { size: 1 } })
  await expect(renamed.get(V2, { name: 'a' })).rejects.toThrow(
    `conversion webhook for ${GROUP}/v1, Kind=Box returned invalid object: must have the same name: a != b`,
  )
  await expect(renamed.list(V2)).rejects.toMatchObject({ status: { code: 429 } })
})

test.each([
  ['1.36', {}, false],
  ['1.36', { AllowUnsafeMalformedObjectDeletion: true }, true],
  ['1.37', {}, true],
] as const)('what is not converted is told of in v%s with %j as not decodable: %s', async (version, gates, isTold) => {
  const rename = (box: object) => ({ ...box, metadata: { name: 'other' } })
  const { cluster } = convertingCluster(rename, { kubernetesVersion: version, featureGates: gates })
  const made = await Promise.all(
    ['a', 'b'].map((name) => cluster.create(V1, { metadata: { name }, spec: { size: 1 } })),
  )
  const why = `conversion webhook for ${GROUP}/v1, Kind=Box returned invalid object: must have the same name: a != other`
  const inner = isTold ? `object not decodable revision=${made[0]!.metadata.resourceVersion}: ${why}` : why
  const corrupt = (key: string) =>
    `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${inner}`
  const alone = isTold ? `Internal error occurred: ${corrupt(`/${GROUP}/boxes/default/a`)}` : why
  const told = (promise: Promise<unknown>) => promise.then(String, ({ message }: Error) => message)
  expect(await told(cluster.get(V2, { name: 'a' }))).toBe(alone)
  expect(await told(cluster.delete(V2, { name: 'a' }))).toBe(alone)
  expect(await told(cluster.patch(V2, { name: 'a' }, { spec: { capacity: 2 } }))).toBe(inner)
  const all = isTold
    ? `failed to read one or more boxes.${GROUP} from the storage: ${corrupt(`/registry/${GROUP}/boxes/default/a`)} (and 1 more)`
    : why
  expect(await told(cluster.list(V2, { limit: 1 }))).toBe(all)
})

test('a deletion tells of each object that cannot be read, of those that are asked for', async () => {
  const rename = (box: object) => ({ ...box, metadata: { name: 'other' } })
  const { cluster } = convertingCluster(rename, { kubernetesVersion: '1.37' })
  for (const name of ['a', 'b']) await cluster.create(V1, { metadata: { name }, spec: { size: 1 } })
  const fieldsOf = async (query: string) => {
    const path = `/apis/${GROUP}/v2/namespaces/default/boxes?${query}`
    const reply = await cluster.fetch(path, { method: 'DELETE' })
    const { code, reason, details } = (await reply.json()) as Status
    expect({ code, reason }).toEqual({ code: 500, reason: 'StorageReadError' })
    expect(details).toMatchObject({ name: 'list', group: GROUP, kind: 'boxes' })
    return details?.causes?.map(({ field }) => field)
  }
  const registry = `/registry/${GROUP}/boxes/default`
  expect(await fieldsOf('')).toEqual([`${registry}/a`, `${registry}/b`])
  expect(await fieldsOf('fieldSelector=metadata.name=b')).toEqual([`${registry}/b`])
})

test('a definition goes with objects of all versions, once the webhook has converted them', async () => {
  const { cluster, calls } = convertingCluster()
  await cluster.create(V1, { metadata: { name: 'a' }, spec: { size: 1 } })
  const [v1, v2] = boxes.spec.versions
  const versions = [
    { ...v1, storage: false },
    { ...v2, storage: true },
  ]
  await cluster.patch('CustomResourceDefinition', { name: `boxes.${GROUP}` }, { spec: { versions } })
  await cluster.create(V2, { metadata: { name: 'b' }, spec: { capacity: 2 } })
  calls.length = 0
  await cluster.delete('CustomResourceDefinition', { name: `boxes.${GROUP}` })
  await expect.poll(() => cluster.list('CustomResourceDefinition')).toMatchObject({ items: [] })
  expect(calls).toEqual([1])
})

/** Asks webhooks and policies about Boxes of v1, whatever the version that is written. */
const OF_V1 = [{ operations: ['*'], apiGroups: [GROUP], apiVersions: ['v1'], resources: ['boxes'] }]
const REGISTRATION = 'admissionregistration.k8s.io'
const asksHooks = (kind: string) => ({
  apiVersion: `${REGISTRATION}/v1`,
  kind,
  metadata: { name: 'hooks' },
  webhooks: [
    {
      name: `${kind.toLowerCase()}.example.com`,
      clientConfig: { service: { namespace: 'shop', name: 'hooks', path: '/admit' } },
      rules: OF_V1,
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
})

/** Makes a cluster whose Boxes are converted, and admitted, by a handler; it keeps what it is asked about. */
function admittingCluster(fixtures: readonly object[], options: object = {}) {
  const asked: string[] = []
  const handler = async (request: Request): Promise<Response> => {
    if (!request.url.includes('/admit')) return convertBoxes(request, (box) => box)
    const review = (await request.json()) as {
      readonly request: { readonly uid: string; readonly [member: string]: unknown }
    }
    const { uid, operation, object, oldObject } = review.request
    const told = (box: unknown) => (box ? `${(box as Box).apiVersion.split('/')[1]}:${(box as Box).spec?.size}` : '')
    asked.push(`${operation} ${told(object)} ${told(oldObject)}`)
    const add = [{ op: 'add', path: '/metadata/labels', value: { size: String((object as Box | null)?.spec?.size) } }]
    const isMutating = object !== null && request.url.includes('mutate')
    const patch = isMutating ? { patchType: 'JSONPatch', patch: btoa(JSON.stringify(add)) } : {}
    return Response.json({ ...review, response: { uid, allowed: true, ...patch } })
  }
  const cluster = createCluster({
    ...{ seed: 1, controllers: 'none', crds: [boxes], services: { 'shop/hooks': handler } },
    fixtures: fixtures as object[],
    ...options,
  })
  return { cluster, asked }
}

test('admission webhooks are asked about the version of their rules, by way of the one that converts', async () => {
  const mutating = asksHooks('MutatingWebhookConfiguration')
  mutating.webhooks[0]!.clientConfig.service.path = '/admit/mutate'
  const { cluster, asked } = admittingCluster([mutating, asksHooks('ValidatingWebhookConfiguration')])
  const made = await cluster.create(V2, { metadata: { name: 'a' }, spec: { capacity: 3 } })
  expect(made).toMatchObject({ apiVersion: `${GROUP}/v2`, metadata: { labels: { size: '3' } }, spec: { capacity: 3 } })
  await cluster.patch(V2, { name: 'a' }, { spec: { capacity: 4 } })
  await cluster.delete(V2, { name: 'a' })
  const twice = (line: string) => [line, line]
  expect(asked).toEqual([...twice('CREATE v1:3 '), ...twice('UPDATE v1:4 v1:3'), ...twice('DELETE  v1:4')])
})

test('policies see the version of their rules, by way of the webhook that converts', async () => {
  const { cluster } = admittingCluster([
    {
      apiVersion: `${REGISTRATION}/v1`,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: 'small' },
      spec: { matchConstraints: { resourceRules: OF_V1 }, validations: [{ expression: 'object.spec.size < 5' }] },
    },
    {
      apiVersion: `${REGISTRATION}/v1`,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'small' },
      spec: { policyName: 'small', validationActions: ['Deny'] },
    },
  ])
  await cluster.create(V2, { metadata: { name: 'a' }, spec: { capacity: 4 } })
  await expect(cluster.create(V2, { metadata: { name: 'b' }, spec: { capacity: 5 } })).rejects.toThrow(
    'failed expression: object.spec.size < 5',
  )
})

test('mutating policies change the version of their rules, by way of the webhook that converts', async () => {
  const { cluster } = admittingCluster(
    [
      {
        apiVersion: `${REGISTRATION}/v1alpha1`,
        kind: 'MutatingAdmissionPolicy',
        metadata: { name: 'bigger' },
        spec: {
          matchConstraints: { resourceRules: OF_V1.map((rule) => ({ ...rule, operations: ['CREATE'] })) },
          mutations: [
            {
              patchType: 'JSONPatch',
              jsonPatch: { expression: '[JSONPatch{op: "replace", path: "/spec/size", value: object.spec.size + 1}]' },
            },
          ],
          reinvocationPolicy: 'Never',
        },
      },
      {
        apiVersion: `${REGISTRATION}/v1alpha1`,
        kind: 'MutatingAdmissionPolicyBinding',
        metadata: { name: 'bigger' },
        spec: { policyName: 'bigger' },
      },
    ],
    {
      featureGates: { MutatingAdmissionPolicy: true },
      runtimeConfig: { [`${REGISTRATION}/v1alpha1`]: true },
    },
  )
  expect(await cluster.create(V2, { metadata: { name: 'a' }, spec: { capacity: 4 } })).toMatchObject({
    spec: { capacity: 5 },
  })
})

test('a write fails where the conversion for its webhooks does', async () => {
  const failing = (kind: string) =>
    createCluster({
      ...{ seed: 1, controllers: 'none', crds: [boxes], fixtures: [asksHooks(kind)] },
      services: { 'shop/hooks': () => new Response('', { status: 503 }) },
    })
  const text = `Internal error occurred: conversion webhook for ${GROUP}/v2, Kind=Box failed: `
  const box = { metadata: { name: 'a' }, spec: { capacity: 4 } }
  await expect(failing('ValidatingWebhookConfiguration').create(V2, box)).rejects.toMatchObject({
    status: { code: 500, message: expect.stringMatching(new RegExp(`^${text}`)) as unknown },
  })
  await expect(failing('MutatingWebhookConfiguration').create(V2, box)).rejects.toThrow(
    `Internal error occurred: ${text}`,
  )
})

test.each<[string, (cluster: Cluster) => Promise<unknown>]>([
  ['patch', (cluster) => cluster.patch(V2, { name: 'a' }, { spec: { capacity: 2 } })],
  ['delete', (cluster) => cluster.delete(V2, { name: 'a' })],
])('a webhook that failed is asked again by a %s', async (_, write) => {
  let fails = true
  const cluster = createCluster({
    ...{ seed: 1, controllers: 'none', crds: [boxes] },
    services: { 'shop/hooks': (request) => (fails ? new Response('', { status: 503 }) : convertBoxes(request)) },
  })
  await cluster.create(V1, { metadata: { name: 'a' }, spec: { size: 1 } })
  await expect(write(cluster)).rejects.toThrow(/conversion webhook/)
  fails = false
  await expect(write(cluster)).resolves.toBeDefined()
})
