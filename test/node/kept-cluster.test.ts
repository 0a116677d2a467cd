import { appendFileSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { RELEASE_VARIABLE } from '../../src/model/registry/releases.js'
import type { StartOptions } from '../../src/node/options.js'
import { startCluster } from '../../src/node/start.js'

const newFile = () => join(mkdtempSync(join(tmpdir(), 'fakecluster-state-')), 'shop.state')
const started = (file: string, options: StartOptions = {}) =>
  startCluster({ seed: 1, ...options, state: { file, ...options.state } })

/** Starts the cluster of a copy of a file, as after a crash at this moment. */
function copyOf(file: string): string {
  const copy = newFile()
  writeFileSync(copy, readFileSync(file))
  return copy
}

const deployment = (name: string) => ({
  metadata: { name },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
  },
})

test('what is there at the end is there at the next start, with its history, clock and seed', async () => {
  const file = newFile()
  const first = await started(file, { nodes: 2 })
  await first.cluster.create('Deployment', deployment('web'))
  await first.cluster.clock.advance('20s')
  const { metadata } = await first.cluster.create('ConfigMap', { metadata: { name: 'one' } })
  await first.cluster.delete('ConfigMap', { name: 'one' })
  const [dump, revision, now] = [
    await first.cluster.dump(),
    first.cluster.snapshot().state.revision,
    first.cluster.clock.now(),
  ]
  const twin = first.cluster.fork()
  await first.close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(existsSync(`${file}.lock`)).toBe(false)

  await using again = await started(file, { nodes: 2 })
  const { cluster } = again
  expect(await cluster.dump()).toBe(dump)
  expect([cluster.snapshot().state.revision, cluster.clock.now()]).toEqual([revision, now])
  expect(cluster.at(metadata.resourceVersion!).get('ConfigMap', { name: 'one' })?.metadata.uid).toBe(metadata.uid)
  const made = (one: typeof cluster) => one.create('ConfigMap', { metadata: { generateName: 'next-' } })
  expect(await made(cluster)).toEqual(await made(twin))
  for (const one of [cluster, twin]) {
    await one.patch('Deployment', { name: 'web' }, { spec: { replicas: 3 } })
    await one.clock.advance('1m')
  }
  expect(await cluster.dump()).toBe(await twin.dump())
})

test('whenever it crashes, controllers take up what they had not finished, and fixtures stay as they were stated', async () => {
  const file = newFile()
  const going = {
    ...{ apiVersion: 'v1', kind: 'Namespace' },
    metadata: { name: 'going', deletionTimestamp: '2024-01-01T00:00:00Z' },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Terminating' },
  }
  await using first = await started(file, { nodes: 2, fixtures: [going] })
  const begun = readFileSync(file, 'utf8').length
  await first.cluster.create('Deployment', deployment('web'))
  await first.cluster.clock.advance('20s')
  const whole = readFileSync(file, 'utf8')
  const made = whole.slice(begun).indexOf('\n') + begun
  let ends = 0
  for (let end = made; end > 0; end = whole.indexOf('\n', end + 1)) {
    ends++
    const crashed = newFile()
    writeFileSync(crashed, whole.slice(0, end + 1))
    await using again = await started(crashed)
    await again.cluster.clock.advance('5m')
    const pods = (await again.cluster.list('Pod')).items
    expect(pods.map(({ metadata, status }) => [metadata.labels?.['app'], status?.phase])).toEqual([
      ['web', 'Running'],
      ['web', 'Running'],
    ])
    expect((await again.cluster.list('ReplicaSet')).items).toHaveLength(1)
    expect((await again.cluster.get('Namespace', { name: 'going' })).status?.phase).toBe('Terminating')
  }
  expect(ends).toBeGreaterThan(5)
})

test('a watch resumes where it was, or begins anew after a 410', async () => {
  const file = newFile()
  const first = await started(file, { history: 3 })
  const { metadata } = await first.cluster.create('ConfigMap', { metadata: { name: 'one' } })
  for (let i = 0; i < 3; i++) await first.cluster.create('ConfigMap', { metadata: { name: `more-${i}` } })
  await first.close()
  await using again = await started(file, { history: 3 })
  const events = async (revision: number) => {
    const reply = await fetch(`${again.url}/api/v1/configmaps?watch=true&timeoutSeconds=1&resourceVersion=${revision}`)
    const reader = reply.body!.getReader()
    const { value } = await reader.read()
    await reader.cancel()
    return new TextDecoder().decode(value)
  }
  expect(await events(Number(metadata.resourceVersion))).toContain('"name":"more-0"')
  expect(await events(1)).toContain('"code":410')
})

test('kubeconfigs and tokens live on, and the certificate of HTTPS', async () => {
  const file = newFile()
  const options: StartOptions = { tls: true, token: 'secret', authorization: 'rbac' }
  const first = await started(file, options)
  await first.cluster.create('ServiceAccount', { metadata: { name: 'robot' } })
  const whom = { serviceAccount: 'default/robot' }
  const tokens = [await first.cluster.tokenFor(whom), await first.cluster.tokenFor('ann')]
  const certificate = /certificate-authority-data: (.*)/
  await first.close()
  // A crash right after the start.
  const crashed = await started(file, options)
  const copy = copyOf(file)
  await crashed.close()
  await using again = await started(copy, options)
  expect(certificate.exec(again.kubeconfig)?.[1]).toBe(certificate.exec(first.kubeconfig)?.[1])
  const names = await Promise.all(
    tokens.map(async (token) => {
      const reply = await again.cluster.fetch('/apis/authentication.k8s.io/v1/selfsubjectreviews', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
      })
      return ((await reply.json()) as { status?: { userInfo?: { username?: string } } }).status?.userInfo?.username
    }),
  )
  expect(names).toEqual(['system:serviceaccount:default:robot', 'ann'])
})

test('a reset, a moved clock and a restore are kept before control answers', async () => {
  const file = newFile()
  await using first = await started(file)
  await first.cluster.create('ConfigMap', { metadata: { name: 'one' } })
  const ask = (path: string, body?: string) =>
    fetch(`${first.url}/_fakecluster/${path}`, {
      method: 'POST',
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    })
  expect((await ask('state/reset')).status).toBeLessThan(300)
  expect((await ask('clock/advance', '{"by":"1h"}')).status).toBeLessThan(300)
  await using again = await started(copyOf(file))
  expect((await again.cluster.list('ConfigMap', { namespace: 'default' })).items).toHaveLength(1)
  expect(again.cluster.clock.now()).toBe(first.cluster.clock.now())
  expect(again.cluster.snapshot().state.revision).toBe(first.cluster.snapshot().state.revision)
})

test('a file is refused that another process has, that holds another cluster, or something else', async () => {
  const file = newFile()
  const first = await started(file)
  await expect(started(file)).rejects.toThrow(/is in use by the process \d+/)
  await first.close()
  await expect(started(file, { seed: 2 })).rejects.toThrow(/holds another cluster: its seed is 1, and here it is 2/)
  await expect(started(file, { kubernetesVersion: '1.35' })).rejects.toThrow(/its version of Kubernetes is 1.33/)
  writeFileSync(file, 'kind: Namespace\n')
  await expect(started(file)).rejects.toThrow(/no state that fakecluster keeps, so it is left alone/)
  expect(readFileSync(file, 'utf8')).toBe('kind: Namespace\n')
})

test('a file goes on with its version of Kubernetes, whatever new clusters are', async ({ onTestFinished }) => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const file = newFile()
  await (await started(file, { kubernetesVersion: '1.35.1' })).close()
  vi.stubEnv(RELEASE_VARIABLE, '1.36')
  const again = await started(file)
  expect(again.cluster.snapshot().version).toBe('1.35')
  await again.close()
  await expect(started(file, { kubernetesVersion: '1.36' })).rejects.toThrow(/its version of Kubernetes is 1.35/)
})

test('a last line that is cut off is lost alone; other damage is refused with the line', async () => {
  const file = newFile()
  await using first = await started(file)
  await first.cluster.create('ConfigMap', { metadata: { name: 'one' } })
  await first.cluster.create('ConfigMap', { metadata: { name: 'later' } })
  const whole = readFileSync(file, 'utf8')
  const lines = whole.trimEnd().split('\n')
  const last = lines.findIndex((line) => line.includes('"type":"write"') && line.includes('"name":"one"'))
  const before = `${lines.slice(0, last).join('\n')}\n`

  const torn = newFile()
  writeFileSync(torn, `${before}${lines[last]!.slice(0, -9)}`)
  const said: string[] = []
  const again = await startCluster({ seed: 1, state: { file: torn }, print: (line) => void said.push(line) })
  expect(said).toEqual([expect.stringContaining('was cut off')])
  await expect(again.cluster.get('ConfigMap', { name: 'one' })).rejects.toThrow('not found')
  expect((await again.cluster.list('Namespace')).items).toHaveLength(4)
  await again.close()

  const damaged = newFile()
  writeFileSync(damaged, whole.replace('"name":"one"', '"name":"two"'))
  await expect(started(damaged)).rejects.toThrow(`${damaged}:${last + 1}: this line is damaged`)
  const cut = newFile()
  writeFileSync(cut, `${lines.slice(0, 3).join('\n')}\n`)
  await expect(started(cut)).rejects.toThrow(/:4: this line is damaged/)
  appendFileSync(cut, 'x')
  await expect(started(cut)).rejects.toThrow(/:4: this line is damaged/)
})
