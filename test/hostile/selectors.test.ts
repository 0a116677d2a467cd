import { expect, test } from 'vitest'
import { finish } from '../../src/base/turns/steps.js'
import { parseFieldSelector } from '../../src/model/select/fields.js'
import { fieldMatcher, labelMatcher } from '../../src/model/select/prepare-selection.js'
import { labelRequirements } from '../../src/model/select/labels.js'
import { keepPrepared, onlyName } from '../../src/model/select/selection.js'
import { type Cluster, createCluster } from '../../src/index.js'
import { range } from './support/reads.js'
import { turnsOf } from './support/turns.js'

const labelMatcherOf = (text: string) => finish(labelMatcher(finish(labelRequirements(text))))

const MAPS = '/api/v1/namespaces/default/configmaps'

async function filled(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1 })
  for (const name of ['a', 'b']) await cluster.create('ConfigMap', { metadata: { name, labels: { of: name } } })
  return cluster
}

const many = (length: number) => `of,of!=b,${range(length).map((i) => `!l${i}`)}`

test('matching labels does not take longer with more requirements', () => {
  const matches = labelMatcherOf(`of,of in (a,b),of in (a,c),of!=c,n>1,n>3,n<9,${many(5000)}`)
  let reads = 0
  const counted = (labels: Record<string, string>) =>
    new Proxy(labels, {
      get: (target, name) => {
        reads++
        const value: unknown = Reflect.get(target, name)
        return value
      },
    })
  expect(matches(counted({ of: 'a', n: '4' }))).toBe(true)
  expect(reads).toBeLessThan(10)
  for (const labels of [{ of: 'a', n: '3' }, { of: 'c', n: '4' }, { of: 'a' }, { of: 'a', n: '4', l7: '' }, { n: '9' }])
    expect([labels, matches(labels)]).toEqual([labels, false])
  expect([labelMatcherOf('a,!a')({ a: '' }), labelMatcherOf('a,!a')({})]).toEqual([false, false])
})

test('each field is read once, however many terms name it', () => {
  const matches = fieldMatcher(
    parseFieldSelector(
      range(5000)
        .map((i) => `metadata.name!=a${i}`)
        .join(),
    ),
  )
  const asked: string[] = []
  const reading = (name: string) => (path: string) => {
    asked.push(path)
    return name
  }
  expect([matches(reading('b')), matches(reading('a7'))]).toEqual([true, false])
  expect(asked).toEqual(['metadata.name', 'metadata.name'])
})

test('long selectors are parsed over several turns, with the same result and errors', async () => {
  const cluster = await filled()
  const list = async (selector: string) => {
    const { turns, status, reply } = await turnsOf(cluster, `${MAPS}?${selector}`, { method: 'GET' })
    return {
      turns,
      status,
      body: (await reply.json()) as { readonly items?: readonly object[]; readonly message?: string },
    }
  }
  await list('labelSelector=of')
  const [short, long] = [await list(`labelSelector=${many(10)}`), await list(`labelSelector=${many(40_000)}`)]
  expect([short.body.items?.length, long.body.items?.length]).toEqual([1, 1])
  expect(long.turns).toBeGreaterThanOrEqual(short.turns + 10)
  const names = range(20_000).map((i) => `metadata.name!=l${i}`)
  const fields = await list(`fieldSelector=metadata.name!=a,${names.join()}`)
  expect([fields.body.items?.length, fields.turns >= short.turns + 4]).toEqual([2, true])
  for (const wrong of ['labelSelector=,%3D%3D', 'fieldSelector=a'])
    expect(await list(wrong)).toMatchObject({ status: 400 })
  const [few, lots] = [await list('labelSelector=a,b+c'), await list(`labelSelector=${many(20_000)},b+c`)]
  expect(lots).toMatchObject({ status: 400, body: { message: few.body.message } })
})

test('what was parsed for one request stays when the selectors of another are parsed', () => {
  const [mine, theirs] = ['mine', 'theirs'].map((name) => {
    const selectors = { labelSelector: '', fieldSelector: 'spec.x=y' }
    const terms = [{ path: 'metadata.name', operator: '=' as const, value: name }]
    keepPrepared(selectors, () => ({ labels: undefined, terms, fields: undefined }))
    return selectors
  })
  expect([mine, theirs].map((selectors) => selectors && onlyName(selectors))).toEqual(['mine', 'theirs'])
})

test('a collection is deleted by a long selector, parsed over several turns', async () => {
  const cluster = await filled()
  await turnsOf(cluster, `${MAPS}?labelSelector=none`, { method: 'DELETE' })
  const { turns, status } = await turnsOf(cluster, `${MAPS}?labelSelector=${many(40_000)},of`, { method: 'DELETE' })
  expect([status, turns >= 10]).toEqual([200, true])
  const { items } = await cluster.list('ConfigMap', { namespace: 'default', labelSelector: 'of' })
  expect(items.map(({ metadata }) => metadata.name)).toEqual(['b'])
})

test('an access review reads a long selector once, however many turns that takes', async () => {
  const cluster = createCluster({ seed: 1 })
  const review = async (count: number) => {
    const rawSelector = range(count)
      .map((i) => `l${i}!=a`)
      .join()
    const spec = { user: 'a', resourceAttributes: { verb: 'list', labelSelector: { rawSelector } } }
    const begun = process.cpuUsage()
    const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
    expect((await turnsOf(cluster, path, { body: { spec } })).status).toBe(201)
    return process.cpuUsage(begun).user
  }
  await review(10_000)
  const short = await review(10_000)
  // It would be a hundred times as much if each turn began with what earlier ones had read.
  expect(await review(200_000)).toBeLessThan(50 * short)
})
