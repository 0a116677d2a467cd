import { spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StartedCluster, startCluster } from '../../src/node.js'
import { type Journal, createJournal } from '../clients/support/journal.js'
import { controllerManager } from './programs.js'

// How long its log is watched for errors.
const WATCHED_MS = 120_000

const cleanups: (() => void | Promise<void>)[] = []
let server: StartedCluster
let log: Journal<string>
let begun = 0

/** The Accept headers of its lists and watches of pods. */
const asked = new Set<string>()
const note = (message: unknown) => {
  const { request } = message as { readonly request: IncomingMessage } // as documented for the channel
  if (request.url?.startsWith('/api/v1/pods?')) asked.add(request.headers.accept ?? '')
}

beforeAll(async () => {
  const program = await controllerManager()
  const home = await mkdtemp(join(tmpdir(), 'fakecluster-manager-'))
  cleanups.push(() => rm(home, { recursive: true, force: true }))
  server = await startCluster({ kubernetesVersion: '1.33', controllers: 'none' })
  cleanups.push(server.close)
  await writeFile(join(home, 'kubeconfig'), server.kubeconfig)
  subscribe('http.server.request.start', note)
  cleanups.push(() => void unsubscribe('http.server.request.start', note))
  log = createJournal()
  begun = performance.now()
  const child = spawn(
    program,
    [
      `--kubeconfig=${join(home, 'kubeconfig')}`,
      '--leader-elect=false',
      '--secure-port=0',
      `--flex-volume-plugin-dir=${join(home, 'plugins')}`,
    ],
    { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  createInterface(child.stderr).on('line', log.add)
  const closed = new Promise((resolve) => void child.on('close', resolve))
  cleanups.push(async () => {
    child.kill()
    await closed
  })
})

afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

const TEMPLATE = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'example.io/web:1' }] },
}
const SELECTOR = { matchLabels: { app: 'web' } }
const PATIENT = { timeout: '2m' }
// Before each deletion: it logs an error where it is about to write to a deleted object, with a real server too.
const AT_REST = { quiet: '2s', timeout: '2m' }

test('every informer syncs', async () => {
  await log.until((lines) => lines.some((line) => line.includes('all resource monitors have synced')))
  const controllers = (text: string) =>
    log.entries.flatMap((line) => (line.includes(text) ? [/controller="[^"]+"/.exec(line)?.[0]] : [])).sort()
  const waiting = () => controllers('Waiting for caches to sync')
  await log.until(() => waiting().length > 30 && waiting().length === controllers('Caches are synced').length)
  expect(controllers('Caches are synced')).toEqual(waiting())
  for (const accept of asked) {
    const reply = await fetch(`${server.url}/api/v1/pods`, { headers: { accept } })
    expect(reply.headers.get('content-type')).toMatch(/^application\/vnd\.kubernetes\.protobuf/)
  }
  expect(asked.size).toBeGreaterThan(0)
})

test('creates the ReplicaSet and pods of a Deployment, and deletes them with it', async () => {
  const { cluster } = server
  const deployment = await cluster.create('Deployment', {
    metadata: { name: 'web' },
    spec: { replicas: 3, selector: SELECTOR, template: TEMPLATE },
  })
  await cluster.waitFor('Deployment', { name: 'web' }, ({ status }) => status?.updatedReplicas === 3, PATIENT)
  const sets = (await cluster.list('ReplicaSet')).items
  expect(sets.map(ownersOf)).toEqual([[deployment.metadata.uid]])
  const pods = (await cluster.list('Pod')).items
  const uid = sets[0]?.metadata.uid
  expect(pods.map(ownersOf)).toEqual([[uid], [uid], [uid]])
  await cluster.idle(AT_REST)
  await cluster.delete('Deployment', { name: 'web' })
  await gone([...sets.map((set) => ['ReplicaSet', set] as const), ...pods.map((pod) => ['Pod', pod] as const)])
})

test('creates the pod of a Job, and deletes it with the Job', async () => {
  const { cluster } = server
  const template = { spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } }
  const job = await cluster.create('Job', { metadata: { name: 'once' }, spec: { template } })
  await cluster.waitFor('Job', { name: 'once' }, ({ status }) => status?.active === 1, PATIENT)
  const pods = (await cluster.list('Pod', { labelSelector: 'job-name=once' })).items
  expect(pods.map(ownersOf)).toEqual([[job.metadata.uid]])
  await cluster.idle(AT_REST)
  await cluster.delete('Job', { name: 'once' }, { propagationPolicy: 'Foreground' })
  await gone([['Job', job], ...pods.map((pod) => ['Pod', pod] as const)])
})

test('creates the claims of a StatefulSet, and keeps them', async () => {
  const { cluster } = server
  const claim = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }
  const set = await cluster.create('StatefulSet', {
    metadata: { name: 'db' },
    spec: {
      serviceName: 'db',
      replicas: 2,
      podManagementPolicy: 'Parallel',
      selector: SELECTOR,
      template: TEMPLATE,
      volumeClaimTemplates: [claim],
    },
  })
  await cluster.waitFor('StatefulSet', { name: 'db' }, ({ status }) => status?.replicas === 2, PATIENT)
  expect((await cluster.list('PersistentVolumeClaim')).items.map(({ metadata }) => metadata.name)).toEqual([
    'data-db-0',
    'data-db-1',
  ])
  const pods = (await cluster.list('Pod', { labelSelector: 'app=web' })).items
  await cluster.idle(AT_REST)
  await cluster.delete('StatefulSet', { name: 'db' })
  await gone([['StatefulSet', set], ...pods.map((pod) => ['Pod', pod] as const)])
  expect((await cluster.list('PersistentVolumeClaim')).items).toHaveLength(2)
})

test('deletes the content of a Namespace, then the Namespace', async () => {
  const { cluster } = server
  await cluster.create('Namespace', { metadata: { name: 'team' } })
  await cluster.create('ConfigMap', { metadata: { name: 'settings', namespace: 'team' } })
  await cluster.idle(AT_REST)
  await cluster.delete('Namespace', { name: 'team' })
  await cluster.waitForGone('Namespace', { name: 'team' }, PATIENT)
  expect((await cluster.list('ConfigMap', { namespace: 'team' })).items).toEqual([])
})

// It learns of its own writes by a watch, on another connection than the reply: a sync in between creates the same object
// again, updates an old version of one, or deletes one that another of its controllers has just let go, fails, and is
// retried. It does so with any server.
const STALE_CACHE = [
  /error syncing StatefulSet .*already exists, the server was not able to generate a unique name/,
  /Operation cannot be fulfilled on .*: the object has been modified; please apply your changes to the latest version/,
  /garbagecollector\.go.*error syncing item .* not found/,
]
const isStale = (line: string) => STALE_CACHE.some((told) => told.test(line))

test('logs no error for two minutes', async () => {
  await new Promise((resolve) => void setTimeout(resolve, WATCHED_MS - (performance.now() - begun)))
  expect(log.entries.filter((line) => /^[EF]\d{4} /.test(line) && !isStale(line))).toEqual([])
})

type Owned = {
  readonly metadata: { readonly name?: string; readonly ownerReferences?: readonly { readonly uid: string }[] }
}

const ownersOf = ({ metadata }: Owned) => (metadata.ownerReferences ?? []).map(({ uid }) => uid)

const gone = (objects: readonly (readonly [kind: string, object: Owned])[]) =>
  Promise.all(
    objects.map(([kind, { metadata }]) => server.cluster.waitForGone(kind, { name: metadata.name ?? '' }, PATIENT)),
  )
