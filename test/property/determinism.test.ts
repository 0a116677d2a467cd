import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cluster } from '../../src/cluster/types.js'
import { createCluster } from '../../src/cluster/cluster.js'
import { exampleProfile } from '../../src/model/registry/profile.js'
import { specifiedKinds } from '../suites/specified-kinds.js'
import { collectionPath, exampleOf, severalOf } from '../suites/samples.js'

const defs = specifiedKinds
  .map((kind) => kind(exampleProfile))
  .filter(({ discovery }) => discovery.verbs.includes('create'))

type Step =
  | { readonly method: string; readonly path: string; readonly type?: string; readonly body?: unknown }
  | { readonly advance: number }

const labels = fc.dictionary(fc.constantFrom('a', 'b', '10'), fc.constantFrom('x', 'y'), { maxKeys: 2 })
const query = fc.constantFrom(
  '',
  '?limit=1',
  '?labelSelector=a%3Dx',
  '?dryRun=All',
  '?pretty=true',
  '?fieldManager=other',
  '?resourceVersion=0',
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ advance: fc.integer({ min: 1, max: 5000 }) }) },
  {
    weight: 12,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...defs),
        fc.nat(2),
        fc.constantFrom('GET', 'LIST', 'POST', 'POST', 'GENERATE', 'PUT', 'PATCH', 'JSON', 'DELETE', 'COLLECTION'),
        labels,
        query,
      )
      .map(([def, which, verb, given, search]): Step => {
        const object = which === 2 ? exampleOf(def) : severalOf(def, 2)[which]!
        const collection = collectionPath(def)
        const path = `${collection}/${object.metadata.name}`
        const body = { ...object, metadata: { ...object.metadata, labels: given } }
        switch (verb) {
          case 'LIST':
            return { method: 'GET', path: collection + search }
          case 'POST':
            return { method: 'POST', path: collection + search, body }
          case 'GENERATE': {
            const { name: _, ...metadata } = body.metadata
            return {
              method: 'POST',
              path: collection + search,
              body: { ...body, metadata: { ...metadata, generateName: 'gen-' } },
            }
          }
          case 'PUT':
            return { method: 'PUT', path: path + search, body }
          case 'PATCH':
            return {
              method: 'PATCH',
              path: path + search,
              type: 'application/merge-patch+json',
              body: { metadata: { labels: given } },
            }
          case 'JSON':
            return {
              method: 'PATCH',
              path: path + search,
              type: 'application/json-patch+json',
              body: [{ op: 'add', path: '/metadata/labels', value: given }],
            }
          case 'COLLECTION':
            return { method: 'DELETE', path: collection + search }
          default:
            return { method: verb, path: path + search }
        }
      }),
  },
)

/** Plays the steps; returns all replies with headers and bodies, and all events of a watch. */
async function transcript(cluster: Cluster, steps: readonly Step[]): Promise<readonly unknown[]> {
  const entries: unknown[] = []
  const abort = new AbortController()
  const watch = await cluster.fetch(
    `${collectionPath(defs[0]!)}?watch=true&allowWatchBookmarks=true&timeoutSeconds=3`,
    { signal: abort.signal },
  )
  for (const one of steps) {
    if ('advance' in one) {
      await cluster.clock.advance(one.advance)
      continue
    }
    const { method, path, type = 'application/json', body } = one
    const response = await cluster.fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    entries.push([response.status, [...response.headers], await response.text()])
  }
  await cluster.clock.advance('10s')
  entries.push(await watch.text())
  return entries
}

test('the same seed and the same requests give the same bytes', async () => {
  expect.hasAssertions()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.nat(1000), async (steps, seed) => {
      const one = await transcript(createCluster({ profile: 'example', seed }), steps)
      expect(await transcript(createCluster({ profile: 'example', seed }), steps)).toEqual(one)
    }),
    { numRuns: 60 },
  )
})

test('another seed gives another transcript', async () => {
  const steps: readonly Step[] = [{ method: 'POST', path: collectionPath(defs[0]!), body: exampleOf(defs[0]!) }]
  expect(await transcript(createCluster({ profile: 'example', seed: 1 }), steps)).not.toEqual(
    await transcript(createCluster({ profile: 'example', seed: 2 }), steps),
  )
})

test('a fork continues as the original does', async () => {
  expect.hasAssertions()
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 10 }),
      fc.array(step, { minLength: 1, maxLength: 15 }),
      async (before, rest) => {
        const cluster = createCluster({ profile: 'example', seed: 7 })
        await transcript(cluster, before)
        const fork = cluster.fork()
        const saved = cluster.snapshot()
        const own = await transcript(cluster, rest)
        expect(await transcript(fork, rest)).toEqual(own)
        // So do forks of a snapshot, whatever happened since.
        expect(await transcript(cluster.fork(saved), rest)).toEqual(own)
        expect(await transcript(fork.fork(saved), rest)).toEqual(own)
      },
    ),
    { numRuns: 40 },
  )
})
