import { expect } from 'vitest'
import type { KubeObject } from '../../src/schema/object.js'
import { type Case, writable } from './cases.js'
import { after, failure, listOf, missing } from './replies.js'
import { acrossPath, exampleOf, severalOf, typeOf, withSample } from './samples.js'
import type { Trial } from './trial.js'

const ofKind = { labelSelector: 'sample' }

/** Creates objects with the label `sample`, which tells them from the objects of a new cluster. */
export async function makeSeveral({ def, make }: Trial, count: number): Promise<readonly KubeObject[]> {
  const made: KubeObject[] = []
  // In reverse, so that the order of names is not that of creation.
  for (const [i, body] of [...severalOf(def, count).entries()].toReversed())
    made.unshift(
      await make({
        ...body,
        metadata: { ...body.metadata, labels: { sample: `s${i}`, parity: i % 2 === 0 ? 'even' : 'odd' } },
      }),
    )
  return made
}

const newest = (objects: readonly KubeObject[]) => objects[0]!.metadata.resourceVersion!

/** Cases of GET, of one object and of a collection. */
export const readCases: readonly Case[] = [
  {
    name: 'get of a missing object fails',
    async run({ def, collection, ask }) {
      expect(await ask('GET', `${collection}/nothing`)).toMatchObject({
        status: 404,
        body: missing({ ...def, plural: def.names.notFound }, 'nothing'),
      })
    },
  },
  {
    name: 'a read-only kind allows no other methods',
    applies: (def) => !writable(def),
    async run({ def, collection, item, ask }) {
      const { body: list } = await ask('GET', collection)
      expect(list.items.length).toBeGreaterThan(0)
      const example = exampleOf(def)
      expect((await ask('GET', item(example))).body).toMatchObject(example)
      const refused = {
        status: 405,
        body: failure(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {}),
      }
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        expect(await ask(method, item(example), { body: {} })).toMatchObject(refused)
      for (const method of ['POST', 'DELETE'])
        expect(await ask(method, collection, { body: {} })).toMatchObject(refused)
      expect(await ask('GET', collection, { query: { watch: 'true' } })).toMatchObject({ status: 405 })
      expect(await ask('GET', collection)).toMatchObject({ status: 200, body: list })
    },
  },
  {
    name: 'list returns the objects ordered by name, at the newest resourceVersion',
    applies: writable,
    async run(trial) {
      const { def, collection, ask } = trial
      const made = await makeSeveral(trial, 4)
      expect(await ask('GET', collection, { query: ofKind })).toEqual({
        status: 200,
        body: listOf(def, { resourceVersion: newest(made) }, made),
      })
    },
  },
  {
    name: 'list across namespaces is ordered by namespace first',
    // A core Event has to be in the namespace of its involvedObject.
    applies: ({ scope, storage }) => scope === 'Namespaced' && !storage.conversion,
    async run({ def, ask, make, cluster, collection }) {
      await cluster.create('Namespace', { metadata: { name: 'alpha' } })
      const [first, second] = severalOf(def, 2)
      const one = await make(withSample(first))
      const other = await make(withSample({ ...second!, metadata: { ...second!.metadata, namespace: 'alpha' } }))
      const resourceVersion = other.metadata.resourceVersion
      expect(await ask('GET', acrossPath(def), { query: ofKind })).toEqual({
        status: 200,
        body: listOf(def, { resourceVersion }, [other, one]),
      })
      expect(await ask('GET', collection, { query: ofKind })).toEqual({
        status: 200,
        body: listOf(def, { resourceVersion }, [one]),
      })
      expect(await ask('GET', collection.replace('/default/', '/nowhere/'))).toEqual({
        status: 200,
        body: listOf(def, { resourceVersion }, []),
      })
      expect(
        await ask('GET', acrossPath(def), { query: { ...ofKind, fieldSelector: 'metadata.namespace=alpha' } }),
      ).toEqual({
        status: 200,
        body: listOf(def, { resourceVersion }, [other]),
      })
    },
  },
  {
    name: 'all pages of a list are read at one resourceVersion',
    applies: writable,
    async run(trial) {
      const { def, collection, item, ask, cluster } = trial
      const there = (await ask('GET', collection)).body.items.length
      const made = await makeSeveral(trial, 5)
      const whole = (await ask('GET', collection)).body
      const pages = [await ask('GET', collection, { query: { limit: '2' } })]
      expect(pages[0]!.body.metadata).toEqual({
        resourceVersion: newest(made),
        continue: expect.any(String),
        remainingItemCount: there + 3,
      })
      await cluster.patch(typeOf(def), made[3]!.metadata as { name: string }, {
        metadata: { labels: { changed: 'yes' } },
      })
      await ask('DELETE', item(made[4]!))
      await cluster.create(typeOf(def), severalOf(def, 6)[5]!)
      for (let next = pages[0]!.body.metadata.continue; next; next = pages.at(-1)!.body.metadata.continue)
        pages.push(await ask('GET', collection, { query: { limit: '2', continue: next } }))
      expect(pages.flatMap(({ body }) => body.items)).toEqual(whole.items)
      expect(new Set(pages.map(({ body }) => body.metadata.resourceVersion))).toEqual(new Set([newest(made)]))
      expect(pages.at(-1)!.body.metadata).toEqual({ resourceVersion: newest(made) })
    },
  },
  {
    name: 'a page of a list with a selector has no remainingItemCount',
    applies: writable,
    async run(trial) {
      const { collection, ask } = trial
      const made = await makeSeveral(trial, 3)
      const page = await ask('GET', collection, { query: { ...ofKind, limit: '1' } })
      expect(page.body.metadata).toEqual({ resourceVersion: newest(made), continue: expect.any(String) })
      const rest = await ask('GET', collection, { query: { ...ofKind, continue: page.body.metadata.continue! } })
      expect(rest.body.items.map(({ metadata }) => metadata.name)).toEqual(
        made.slice(1).map(({ metadata }) => metadata.name),
      )
    },
  },
  {
    name: 'label selectors select',
    applies: writable,
    async run(trial) {
      const { def, collection, ask } = trial
      const made = await makeSeveral(trial, 4)
      const cases: readonly (readonly [string, readonly number[]])[] = [
        ['sample=s1', [1]],
        ['sample==s1', [1]],
        ['sample,sample!=s1', [0, 2, 3]],
        ['sample in (s0, s3)', [0, 3]],
        ['sample,sample notin (s0,s3)', [1, 2]],
        ['parity=even,sample!=s0', [2]],
        ['sample,!parity', []],
      ]
      for (const [labelSelector, chosen] of cases)
        expect(await ask('GET', collection, { query: { labelSelector } })).toEqual({
          status: 200,
          body: listOf(
            def,
            { resourceVersion: newest(made) },
            chosen.map((i) => made[i]!),
          ),
        })
    },
  },
  {
    name: 'field selectors select by name, and refuse other fields',
    applies: writable,
    async run(trial) {
      const { def, collection, ask } = trial
      const made = await makeSeveral(trial, 2)
      const { name } = made[1]!.metadata
      const query = { fieldSelector: `metadata.name=${name}` }
      expect(await ask('GET', collection, { query })).toEqual({
        status: 200,
        body: listOf(def, { resourceVersion: newest(made) }, [made[1]!]),
      })
      const others = await ask('GET', collection, { query: { ...ofKind, fieldSelector: `metadata.name!=${name}` } })
      expect(others.body.items).toEqual((listOf(def, {}, [made[0]!]) as { readonly items: unknown }).items)
      const refused = await ask('GET', collection, { query: { fieldSelector: 'spec.colour=red' } })
      expect(refused).toMatchObject({
        status: 400,
        body: { reason: 'BadRequest', message: expect.stringContaining('spec.colour') },
      })
    },
  },
  {
    name: 'list obeys resourceVersion and resourceVersionMatch',
    applies: writable,
    async run(trial) {
      const { def, collection, ask } = trial
      const [first, second] = await makeSeveral(trial, 2)
      const list = (resourceVersion: string, resourceVersionMatch?: string) =>
        ask('GET', collection, {
          query: { ...ofKind, resourceVersion, ...(resourceVersionMatch ? { resourceVersionMatch } : {}) },
        })
      const then = second!.metadata.resourceVersion!
      const now = {
        status: 200,
        body: listOf(def, { resourceVersion: first!.metadata.resourceVersion }, [first!, second!]),
      }
      expect(await list(then, 'Exact')).toEqual({
        status: 200,
        body: listOf(def, { resourceVersion: then }, [second!]),
      })
      for (const [revision, match] of [
        ['', ''],
        ['0', ''],
        ['0', 'NotOlderThan'],
        [then, ''],
        [then, 'NotOlderThan'],
      ])
        expect(await list(revision!, match)).toEqual(now)
      // As long as no change was dropped, nothing was there before the first revision.
      expect(await list('1', 'Exact')).toEqual({ status: 200, body: listOf(def, { resourceVersion: '1' }, []) })
      const future = after(first!, 100)
      const tooLarge = failure(
        504,
        'Timeout',
        `Timeout: Too large resource version: ${future}, current: ${first!.metadata.resourceVersion}`,
        {
          causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
          ...(def.storage.watchCache ? { retryAfterSeconds: 1 } : {}),
        },
      )
      for (const match of ['', 'NotOlderThan'])
        expect(await list(future, match)).toEqual({ status: 504, body: tooLarge })
      expect(await list(future, 'Exact')).toMatchObject({
        status: 500,
        body: { message: 'etcdserver: mvcc: required revision is a future revision' },
      })
    },
  },
]
