import { expect, test } from 'vitest'
import { type Cluster, type ClusterOptions, createCluster, diffVersions, formatUpgrade } from '../../../src/index.js'
import { upgradePage } from '../../../src/node/cli/upgrade/run.js'

const PODS = '/api/v1/namespaces/default/pods'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const CLASSES = '/apis/storage.k8s.io/v1beta1/volumeattributesclasses'

type Part = { readonly metadata: { readonly name: string; readonly uid: string; readonly continue?: string } }
type Reply = { readonly code: number; readonly body: Part & { readonly items: readonly Part[] } }
type Send = (method: string, path: string, body?: unknown, type?: string) => Promise<Reply>

/** Records what a program asks of a cluster. */
async function recorded(program: (send: Send, cluster: Cluster) => Promise<unknown>, options: ClusterOptions = {}) {
  const cluster = createCluster({ seed: 1, nodes: 2, journal: { requests: 10_000, wholeBodies: true }, ...options })
  await program(async (method, path, body, type = 'application/json') => {
    const headers = { 'user-agent': 'agent', 'content-type': type }
    const reply = await cluster.fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return { code: reply.status, body: await reply.json().catch(() => undefined) }
  }, cluster)
  return cluster.bundle()
}

const levels = async (...given: Parameters<typeof diffVersions>) =>
  (await diffVersions(...given)).findings.map(({ level, what }) => `${level}: ${what}`)

const container = { name: 'web', image: 'web:1' }
const template = (spec: object = {}) => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [container], ...spec },
})
const deployment = {
  metadata: { name: 'web' },
  spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template: template() },
}

/** Works with names, uids and resource versions that servers have made. */
async function workWithPods(send: Send, cluster: Cluster): Promise<readonly number[]> {
  await send('POST', PODS, { metadata: { generateName: 'job-' }, spec: { containers: [container] } })
  await send('POST', DEPLOYMENTS, deployment)
  await cluster.idle()
  const { body: list } = await send('GET', `${PODS}?limit=2`)
  await send('GET', `${PODS}?limit=2&continue=${list.metadata.continue}`)
  const pod = list.items.find(({ metadata }) => metadata.name.startsWith('web-'))!
  const at = `${PODS}/${pod.metadata.name}`
  const codes = [await send('PUT', at, { ...pod, metadata: { ...pod.metadata, labels: { app: 'web', a: '1' } } })]
  codes.push(await send('PUT', at, { ...pod, metadata: { ...pod.metadata, labels: { app: 'web', a: '2' } } }))
  const owner = { apiVersion: 'v1', kind: 'Pod', name: pod.metadata.name, uid: pod.metadata.uid }
  codes.push(
    await send('POST', '/api/v1/namespaces/default/configmaps', {
      metadata: { name: 'of-pod', ownerReferences: [owner] },
    }),
  )
  codes.push(await send('DELETE', at, { preconditions: { uid: pod.metadata.uid } }))
  await cluster.idle()
  await send('GET', PODS)
  return codes.map(({ code }) => code)
}

test('a program that uses a removed API, and reads what it could not write', async () => {
  const bundle = await recorded(
    async (send) => {
      await send('POST', CLASSES, { metadata: { name: 'gold' }, driverName: 'a.example.com', parameters: { a: 'b' } })
      await send('GET', `${CLASSES}/gold`)
      await send('DELETE', `${CLASSES}/gold`)
    },
    { runtimeConfig: { 'storage.k8s.io/v1beta1': true } },
  )
  const report = await diffVersions(bundle, { from: '1.33', to: '1.37' })
  expect(report).toMatchObject({ from: '1.33', to: '1.37', requests: 3 })
  expect(report.findings).toEqual([
    {
      level: 'gone',
      what: 'storage.k8s.io/v1beta1 does not serve volumeattributesclasses',
      before: '201',
      after: '404 NotFound: the server could not find the requested resource',
      requests: [{ sequence: expect.any(Number), method: 'POST', path: CLASSES, userAgent: 'agent' }],
      consequences: 2,
    },
  ])
  // The API is there up to 1.36.
  expect(await levels(bundle, { from: '1.33', to: '1.36' })).not.toContainEqual(expect.stringContaining('gone'))
})

test('a program that gets a new warning, and a new field', async () => {
  const bundle = await recorded(async (send) => {
    for (const name of ['a.example.com', 'b.example.com'])
      await send('POST', '/apis/storage.k8s.io/v1/csidrivers', {
        metadata: { name },
        spec: { tokenRequests: [{ audience: 'a' }] },
      })
  })
  const report = await diffVersions(bundle, { to: '1.37' })
  expect(report.from).toBe('v1.33.13')
  expect(report.findings.map(({ level, what, requests }) => [level, what, requests.length])).toEqual([
    ['warned', expect.stringMatching(/^spec\.serviceAccountTokenInSecrets is unset/), 2],
    ['changed', 'spec.preventPodSchedulingIfMissing is new', 2],
  ])
  expect(formatUpgrade(report).split('\n')).toEqual([
    expect.stringMatching(
      /^warned: agent: POST \/apis\/storage\.k8s\.io\/v1\/csidrivers: spec\.service.*\(and 1 more reply\)$/,
    ),
    'changed: agent: POST /apis/storage.k8s.io/v1/csidrivers: spec.preventPodSchedulingIfMissing is new (is false, and 1 more reply)',
    '2 requests to v1.33.13 and to 1.37: 1 warned, 1 changed',
  ])
})

test('what the older version drops is told of the other way round, and what is refused there as a status', async () => {
  const pod = { metadata: { name: 'a' }, spec: { hostnameOverride: 'a.example.com', containers: [container] } }
  const bundle = await recorded(
    async (send) => {
      await send('POST', PODS, pod)
      await send('POST', `${PODS}?fieldValidation=Strict`, { ...pod, metadata: { name: 'b' } })
    },
    { kubernetesVersion: '1.37' },
  )
  expect(await levels(bundle, { to: '1.33' })).toEqual([
    expect.stringMatching(/^refused: 400 BadRequest: .*unknown field "spec\.hostnameOverride"$/),
    'dropped: spec.hostnameOverride is dropped',
    'warned: unknown field "spec.hostnameOverride"',
  ])
  expect(await levels(bundle, { from: '1.33', to: '1.37' })).toContainEqual(
    expect.stringMatching(/^status: 201, was 400 /),
  )
})

test.each(['virtual', 'system'] as const)('what each run draws is no finding, on a %s clock', async (clock) => {
  let codes: readonly number[] = []
  const bundle = await recorded(
    async (send, cluster) => {
      codes = await workWithPods(send, cluster)
    },
    { clock },
  )
  expect(codes).toEqual([200, 409, 201, 200])
  expect(await levels(bundle, { from: '1.33', to: '1.33' })).toEqual([])
  expect(await levels(bundle, { from: '1.36', to: '1.36' })).toEqual([])
  // Hashes of templates differ, and with them the names of pods.
  const found = await levels(bundle, { from: '1.33', to: '1.37' })
  expect(found.filter((line) => !line.startsWith('changed: '))).toEqual([])
  expect(found).toContain('changed: spec.template.metadata.creationTimestamp is no longer there')
})

test('requests of unlike versions of discovery are compared by their status only', async () => {
  const bundle = await recorded(async (send) => {
    for (const path of ['/version', '/apis', '/openapi/v2', '/apis/no.such/v1']) await send('GET', path)
  })
  expect(await levels(bundle, { to: '1.37' })).toEqual([])
})

test('what is stored at the beginning and has no place in the second version is told', async () => {
  const gold = { apiVersion: 'storage.k8s.io/v1beta1', kind: 'VolumeAttributesClass', metadata: { name: 'gold' } }
  const bundle = await recorded((send) => send('GET', PODS), {
    runtimeConfig: { 'storage.k8s.io/v1beta1': true },
    fixtures: [{ ...gold, driverName: 'a.example.com', parameters: { a: 'b' } }],
    kubernetesVersion: '1.33',
  })
  expect(await levels(bundle, { to: '1.34' })).toEqual([])
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }
  const later = await recorded((send) => send('GET', PODS), {
    fixtures: [{ ...pod, spec: { hostnameOverride: 'a', containers: [container] } }],
    kubernetesVersion: '1.37',
  })
  expect(await levels(later, { to: '1.33' })).toContain('dropped: Pod default/a: unknown field "spec.hostnameOverride"')
})

test('a page holds all findings, and no markup of theirs', () => {
  const request = { sequence: 1, method: 'GET', path: '/<script>', userAgent: 'agent' }
  const finding = { level: 'changed', what: '<b>', before: { a: '<i>' }, requests: [request], consequences: 2 } as const
  const page = upgradePage({ from: '1.33', to: '1.37', requests: 3, findings: [finding] })
  expect(page).toContain('<title>From Kubernetes 1.33 to 1.37</title>')
  expect(page).toContain('<td>&lt;b&gt;</td>')
  expect(page).toContain('#1 GET /&lt;script&gt;')
  expect(page).toContain('with 2 consequences')
  expect(page).not.toMatch(/<script|<b>|<i>/)
})

test('options and Bundles that are wrong are refused', async () => {
  const bundle = await recorded((send) => send('GET', PODS))
  await expect(diffVersions(bundle, { to: '1.99' })).rejects.toThrow('diffVersions: options.to: must be')
  await expect(diffVersions({} as never, { to: '1.37' })).rejects.toThrow('What diffVersions was given is not a Bundle')
})
