import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import type { ObjectOf } from '../../../src/kinds/object-types.js'

type PodSpec = NonNullable<ObjectOf<'Pod'>['spec']>
type Container = PodSpec['containers'][number]

/** Runs a pod for a minute, and returns the phase and the exit codes of its containers. */
async function endOf(spec: Partial<PodSpec>, container: Partial<Container> = {}): Promise<string> {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  const containers = [{ name: 'c', image: 'example.io/tool:1', ...container }]
  await cluster.create('Pod', { metadata: { name: 'p' }, spec: { restartPolicy: 'Never', containers, ...spec } })
  await cluster.clock.advance('1m')
  const { status } = await cluster.get('Pod', { name: 'p' })
  const codes = status?.containerStatuses?.map(({ state }) => state?.terminated?.exitCode ?? 'runs')
  return [status?.phase, ...(codes ?? [])].join(' ')
}

test.each([
  ['Never', 'Succeeded 0'],
  ['OnFailure', 'Succeeded 0'],
  ['Always', 'Running runs'],
])('a pod with restartPolicy %s: %s', async (restartPolicy, wanted) => {
  expect(await endOf({ restartPolicy })).toBe(wanted)
})

const port = { containerPort: 80 }
const probe = { httpGet: { path: '/', port: 80 } }
const after = (script: string) => ({ command: ['sh', '-c', script] })

test.each<[Partial<Container>, string]>([
  [{ image: 'registry.k8s.io/pause:3.10' }, 'Running runs'],
  [{ image: 'nginx' }, 'Running runs'],
  [{ image: 'docker.io/library/redis:7@sha256:00', args: ['--port', '1'] }, 'Running runs'],
  [{ image: 'example.io:5000/nginx:1', args: ['nginx', '-t'] }, 'Running runs'],
  [{ image: 'nginx', args: ['ls'] }, 'Succeeded 0'],
  [{ image: 'nginx', command: ['nginx-check'] }, 'Succeeded 0'],
  [{ ports: [port] }, 'Running runs'],
  [{ readinessProbe: probe }, 'Running runs'],
  [{ stdin: true }, 'Running runs'],
  [{ tty: true }, 'Running runs'],
  [{ stdin: true, args: ['echo', 'hi'] }, 'Succeeded 0'],
  [{ ports: [port], command: ['false'] }, 'Failed 1'],
  [{ args: ['sleep', '30'] }, 'Succeeded 0'],
  [{ args: ['sleep', '90'] }, 'Running runs'],
  [{ args: ['sleep', 'inf'] }, 'Running runs'],
  [{ command: ['tail', '-f', '/dev/null'] }, 'Running runs'],
  [after('while true; do date; sleep 1; done'), 'Running runs'],
  [after('trap : TERM INT; sleep infinity & wait'), 'Running runs'],
  [after('echo ready && sleep 3600'), 'Running runs'],
  [after('apk add curl; sleep 3600'), 'Running runs'],
  [after('echo ready && exit 4'), 'Failed 4'],
  [after('false && sleep 3600'), 'Failed 1'],
  [after('false || sleep 3600'), 'Running runs'],
])('a container with %j that is never restarted: %s', async (container, wanted) => {
  expect(await endOf({}, container)).toBe(wanted)
})

test('a script has the last word', async () => {
  const cluster = createCluster({
    seed: 1,
    nodes: 1,
    containers: [
      { container: 'tool', exit: 'never' },
      { container: 'nginx', exit: { code: 3 } },
    ],
  })
  const containers = [
    { name: 'tool', image: 'tool' },
    { name: 'nginx', image: 'nginx' },
  ]
  await cluster.create('Pod', { metadata: { name: 'p' }, spec: { restartPolicy: 'Never', containers } })
  await cluster.clock.advance('1h')
  const { status } = await cluster.get('Pod', { name: 'p' })
  expect(status?.containerStatuses?.map(({ state }) => state?.terminated?.exitCode)).toEqual([3, undefined])
})

test('ephemeral containers do their work and end', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  const containers = [{ name: 'c', image: 'web' }]
  await cluster.create('Pod', { metadata: { name: 'p' }, spec: { containers } })
  await cluster.clock.advance('10s')
  const ephemeralContainers = [
    { name: 'look', image: 'tool' },
    { name: 'wait', image: 'tool', stdin: true },
  ]
  const reply = await cluster.fetch('/api/v1/namespaces/default/pods/p/ephemeralcontainers', {
    method: 'PATCH',
    headers: { 'content-type': 'application/strategic-merge-patch+json' },
    body: JSON.stringify({ spec: { ephemeralContainers } }),
  })
  expect(reply.status).toBe(200)
  await cluster.clock.advance('1m')
  const { status } = await cluster.get('Pod', { name: 'p' })
  expect(status?.phase).toBe('Running')
  expect(status?.ephemeralContainerStatuses?.map(({ state }) => Object.keys(state ?? {})[0])).toEqual([
    'terminated',
    'running',
  ])
})
