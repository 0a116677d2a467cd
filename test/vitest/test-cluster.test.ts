import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { patienceOf } from '../../src/base/time/real-wait.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cluster } from '../../src/cluster/types.js'
import { type TestCluster, createTestCluster } from '../../src/node/testing/test-cluster.js'

let testCluster: TestCluster
beforeAll(async () => {
  testCluster = await createTestCluster({
    setup: async (cluster) => void (await cluster.create('Lease', { metadata: { name: 'leader' } })),
  })
})
afterAll(() => testCluster.close())

test('cluster throws before the first next()', () => {
  expect(() => testCluster.cluster).toThrow('no test has begun: call next() before each test')
})

test('next() ends the watches of the test before, and removes its objects', async () => {
  testCluster.next()
  const reply = await fetch(`${testCluster.url}/apis/coordination.k8s.io/v1/leases?watch=1`)
  await testCluster.cluster.create('Lease', { metadata: { name: 'left' } })
  testCluster.next()
  const lines = (await reply.text()).trim().split('\n')
  expect(
    lines.map((line) => (JSON.parse(line) as { object: { metadata: { name: string } } }).object.metadata.name),
  ).toEqual(['leader', 'left'])
  expect((await testCluster.cluster.list('Lease')).items).toHaveLength(1)
})

test('a setup that fails closes the cluster', async () => {
  let watch: Response | undefined
  const setup = async ({ fetch }: Cluster) => {
    watch = await fetch('/api/v1/namespaces?watch=1')
    throw new Error('no such world')
  }
  await expect(createTestCluster({ setup })).rejects.toThrow('no such world')
  expect(await watch?.text()).toContain('"default"')
})

test('next() resumes a paused server', async () => {
  testCluster.next()
  await testCluster.pause()
  testCluster.next()
  expect((await fetch(`${testCluster.url}/api/v1/namespaces`)).status).toBe(200)
})

test('report() has the seed, the unfired hooks and the last requests', async () => {
  const cluster = testCluster.next()
  const { site } = cluster.hooks.before({ kind: 'Node' }, { status: 'Conflict' })
  expect(testCluster.report()).toBe(`seed 1\nhooks that never fired:\n  before at ${site}\nno requests`)
  await cluster.get('Lease', { name: 'leader' })
  expect(testCluster.report()).toMatch(/the last 1 of 1 requests:\n#1 .*GET .*leases\/leader/)
})

test('apart() starts a cluster of its own at another URL', async () => {
  const cluster = testCluster.next()
  const apart = await testCluster.apart()
  await apart.cluster.create('Lease', { metadata: { name: 'apart' } })
  const reply = await fetch(`${apart.url}/apis/coordination.k8s.io/v1/leases`)
  expect(((await reply.json()) as { items: unknown[] }).items).toHaveLength(2)
  expect((await cluster.list('Lease')).items).toHaveLength(1)
  await apart.close()
  await expect(fetch(apart.url)).rejects.toThrow('fetch failed')
})

test('verify() throws for a violated invariant, and with strict for a hook that never fired', async () => {
  const cluster = testCluster.next()
  cluster.hooks.before({ kind: 'Node' }, { status: 'Conflict' })
  testCluster.verify()
  const strict = await createTestCluster({ strict: true })
  const watched = strict.next()
  const hook = watched.hooks.before({ kind: 'Node' }, { status: 'Conflict' })
  expect(() => strict.verify()).toThrow('the expectations of the scripts were not met')
  hook.dispose()
  strict.verify()
  watched.invariant('nobody leads', (_prev, next) => next?.metadata.name !== 'leader')
  await expect(watched.create('Lease', { metadata: { name: 'leader' } })).rejects.toThrow('nobody leads')
  expect(() => strict.verify()).toThrow('nobody leads')
  await strict.close()
})

test('a wait fails a little before the timeout of its test', async () => {
  await using testCluster = await createTestCluster({ clock: 'system' })
  const cluster = testCluster.next({ timeout: '60ms' })
  await expect(cluster.waitFor('Lease', { name: 'none' })).rejects.toThrow(
    'waitFor: Lease default/none did not come to the state waited for within 100 ms; it is not there',
  )
  await expect(cluster.waitForGone('Namespace', { name: 'default' })).rejects.toThrow(
    'waitForGone: Namespace default is still there within 100 ms',
  )
  expect(patienceOf(testCluster.next().handle)?.left()).toBe(4_000)
  await using apart = await testCluster.apart({ timeout: 60_000 })
  expect(patienceOf(apart.cluster.handle)?.left()).toBeGreaterThan(4_000)
})

test('the options of next() and apart() are checked', async () => {
  await using testCluster = await createTestCluster()
  expect(() => testCluster.next(30 as never)).toThrow('next: options: must be options such as { timeout: 30 }, not 30')
  expect(() => testCluster.next({ timeout: 'soon' })).toThrow('next: options.timeout: "soon" is not a duration')
  await expect(testCluster.apart({ limit: 1 } as never)).rejects.toThrow('apart: options.limit: no such member')
})

describe('the kubeconfig file of a test cluster', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fakecluster-test-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const others = `apiVersion: v1
kind: Config
contexts: [{ name: mine, context: { cluster: mine, user: me } }]
current-context: mine
`

  test('is a temporary one that its owner alone can read, and gone at the end', async () => {
    const testCluster = await createTestCluster({ kubeconfig: true, token: 'secret' })
    const { kubeconfigFile } = testCluster
    expect(readFileSync(kubeconfigFile, 'utf8')).toBe(testCluster.kubeconfig)
    expect(statSync(kubeconfigFile).mode & 0o777).toBe(0o600)
    await testCluster.close()
    expect([existsSync(kubeconfigFile), existsSync(join(kubeconfigFile, '..'))]).toEqual([false, false])
    await testCluster.close()
  })

  test('leads a program of its own to the cluster of each test', async () => {
    await using testCluster = await createTestCluster({ kubeconfig: true })
    const program = `
      const [, url] = /server: "(.*)"/.exec(fs.readFileSync(process.env.KUBECONFIG, 'utf8'))
      fetch(url + '/api/v1/namespaces').then(async (reply) => console.log((await reply.json()).items.length))`
    const count = async () => {
      const env = { ...process.env, KUBECONFIG: testCluster.kubeconfigFile }
      return (await promisify(execFile)(process.execPath, ['--eval', program], { env })).stdout.trim()
    }
    const before = (testCluster.next(), await count())
    await testCluster.next().create('Namespace', { metadata: { name: 'shop' } })
    expect(Number(await count())).toBe(Number(before) + 1)
    testCluster.next()
    expect(await count()).toBe(before)
  })

  test('has the path that is given, and is gone at the end, also where an earlier run left one', async () => {
    const path = join(folder, 'own')
    await using earlier = await createTestCluster({ kubeconfig: path })
    const testCluster = await createTestCluster({ kubeconfig: path })
    expect([earlier.kubeconfigFile, testCluster.kubeconfigFile]).toEqual([path, path])
    expect(readFileSync(path, 'utf8')).toBe(testCluster.kubeconfig)
    await testCluster.close()
    expect(existsSync(path)).toBe(false)
  })

  test('of others has their contexts meanwhile, and is what it was at the end', async () => {
    const path = join(folder, 'theirs')
    writeFileSync(path, others)
    const testCluster = await createTestCluster({ kubeconfig: path })
    expect(readFileSync(path, 'utf8')).toMatch(/name: mine[^]*current-context: fakecluster/)
    await testCluster.close()
    expect(readFileSync(path, 'utf8')).toBe(others)
  })

  test('that cannot be written leaves no server behind', async () => {
    const path = join(folder, 'text')
    writeFileSync(path, 'just words')
    const { url, close } = await createTestCluster()
    await close()
    const port = Number(new URL(url).port)
    await expect(createTestCluster({ kubeconfig: path, port })).rejects.toThrow('is not a kubeconfig')
    await expect(fetch(url)).rejects.toThrow('fetch failed')
    expect(readFileSync(path, 'utf8')).toBe('just words')
  })

  test('has to be asked for', () => {
    expect(() => testCluster.kubeconfigFile).toThrow(
      'there is no kubeconfig file: call createTestCluster({ kubeconfig: true })',
    )
  })

  test.each([false, '', 7])('is neither a path nor true: %j', async (kubeconfig) => {
    await expect(createTestCluster({ kubeconfig } as never)).rejects.toThrow(
      'createTestCluster: kubeconfig: must be the path of a file, or true for a temporary one, not ',
    )
  })
})

describe('with `as`', () => {
  const authorization = 'rbac'
  const operator = { serviceAccount: 'default/operator' }
  const setup = async (cluster: Cluster) =>
    void (await cluster.create('ServiceAccount', { metadata: { name: 'operator' } }))
  const tokenIn = (kubeconfig: string) => /token: "(.*)"/.exec(kubeconfig)?.[1] ?? ''
  const whoIs = async (url: string, kubeconfig: string) => {
    const review = await fetch(`${url}/apis/authentication.k8s.io/v1/selfsubjectreviews`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenIn(kubeconfig)}` },
      body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }),
    })
    return ((await review.json()) as { status: { userInfo: { username: string } } }).status.userInfo.username
  }

  test('the kubeconfig and its file sign in as a service account, in each test and apart', async () => {
    await using place = await createTestCluster({ authorization, as: operator, setup, kubeconfig: true })
    expect(readFileSync(place.kubeconfigFile, 'utf8')).toBe(place.kubeconfig)
    for (const _ of ['first', 'second']) {
      place.next()
      expect(await whoIs(place.url, place.kubeconfig)).toBe('system:serviceaccount:default:operator')
    }
    await using apart = await place.apart()
    expect(await whoIs(apart.url, apart.kubeconfig)).toBe('system:serviceaccount:default:operator')
  })

  test('a user has the groups that the option `users` says; `client` is that user, `cluster` the administrator', async () => {
    const users = [{ name: 'ann', token: 'ann-token', groups: ['system:masters'] }]
    await using ann = await createTestCluster({ authorization, users, as: 'ann' })
    expect(tokenIn(ann.kubeconfig)).toBe('ann-token')
    ann.next()
    await ann.client.list('Node')
    await using bob = await createTestCluster({ authorization, as: 'bob' })
    bob.next()
    await expect(bob.client.list('Node')).rejects.toThrow('User "bob" cannot list resource "nodes"')
    await bob.cluster.list('Node')
    expect(await whoIs(bob.url, bob.kubeconfig)).toBe('bob')
  })

  test('without it `client` is the cluster', () => {
    expect(testCluster.next()).toBe(testCluster.client)
  })

  test('a service account has to be there, and nobody else is meant', async () => {
    await expect(createTestCluster({ as: operator })).rejects.toThrow('serviceaccounts "operator" not found')
    await expect(createTestCluster({ as: {} } as never)).rejects.toThrow('createTestCluster: as: ')
  })
})
