import { expect } from 'vitest'
import type { Case } from './cases.js'
import { after, changed, failure, labelled } from './replies.js'
import { makeSeveral } from './read-cases.js'
import { legacyWatchPath, severalOf, withSample } from './samples.js'

const watchable: Case['applies'] = ({ discovery }) => discovery.verbs.includes('watch')
const MERGE = 'application/merge-patch+json'
const sampled = { labelSelector: 'sample' }

/** Cases of GET with `watch`. */
export const watchCases: readonly Case[] = [
  {
    name: 'a watch without a resourceVersion begins with the existing objects',
    applies: watchable,
    async run(trial) {
      const { collection, watch, ask, item } = trial
      const made = await makeSeveral(trial, 2)
      for (const query of [sampled, { ...sampled, resourceVersion: '0' }, { ...sampled, resourceVersion: '' }]) {
        const events = await watch(collection, query)
        for (const object of made) expect(await events.next()).toEqual({ type: 'ADDED', object })
        await events.close()
      }
      const events = await watch(collection, sampled)
      await events.next()
      await events.next()
      const { body } = await ask('PATCH', item(made[0]!), {
        type: MERGE,
        body: { metadata: { labels: { touched: 'yes' } } },
      })
      expect(await events.next()).toEqual({ type: 'MODIFIED', object: body })
      await events.close()
    },
  },
  {
    name: 'a watch from a resourceVersion sends later changes in order',
    applies: watchable,
    async run({ collection, watch, make, ask, item, def }) {
      const [first, second] = severalOf(def, 2)
      const one = await make(first)
      const two = await make(second)
      const { body: next } = await ask('PUT', item(one), { body: labelled(one, { touched: 'yes' }, 0) })
      const events = await watch(collection, { resourceVersion: one.metadata.resourceVersion! })
      expect(await events.next()).toEqual({ type: 'ADDED', object: two })
      expect(await events.next()).toEqual({ type: 'MODIFIED', object: next })
      await events.close()
    },
  },
  {
    name: 'a watch from an expired resourceVersion gets a 410 event and ends',
    applies: watchable,
    async run({ def, collection, watch }) {
      const events = await watch(collection, { resourceVersion: '1' })
      const message = def.storage.watchCache
        ? expect.stringMatching(/^too old resource version: 1 \(\d+\)$/)
        : 'The resourceVersion for the provided watch is too old.'
      expect(await events.next()).toEqual({ type: 'ERROR', object: failure(410, 'Expired', message as string) }) // a matcher stands for the text
      expect(await events.next()).toBe('end')
    },
  },
  {
    name: 'a watch from a future resourceVersion gets a 410 event at once and ends',
    applies: watchable,
    async run({ collection, watch, make, def }) {
      const made = await make()
      const wanted = after(made, 1000)
      const events = await watch(collection, { resourceVersion: wanted })
      const message = def.storage.watchCache
        ? expect.stringMatching(new RegExp(`^too old resource version: ${wanted} \\(\\d+\\)$`))
        : 'The resourceVersion for the provided watch is too old.'
      expect(await events.next()).toEqual({ type: 'ERROR', object: failure(410, 'Expired', message as string) }) // a matcher stands for the text
      expect(await events.next()).toBe('end')
    },
  },
  {
    name: 'an object that enters and leaves a selection is ADDED and DELETED',
    applies: watchable,
    async run({ collection, watch, make, ask, item }) {
      const made = await make()
      const events = await watch(collection, {
        labelSelector: 'seen=yes',
        resourceVersion: made.metadata.resourceVersion!,
      })
      const label = async (seen: string | null, extra: string) =>
        (await ask('PATCH', item(made), { type: MERGE, body: { metadata: { labels: { seen, extra } } } })).body
      await label('no', '0')
      const entered = await label('yes', '1')
      const stayed = await label('yes', '2')
      const left = await label(null, '3')
      expect(await events.next()).toEqual({ type: 'ADDED', object: entered })
      expect(await events.next()).toEqual({ type: 'MODIFIED', object: stayed })
      // The object as last selected, with the resourceVersion of the change by which it left.
      expect(await events.next()).toEqual({
        type: 'DELETED',
        object: { ...stayed, metadata: { ...stayed.metadata, resourceVersion: left.metadata.resourceVersion } },
      })
      await events.close()
    },
  },
  {
    name: 'a watch with a field selector for a name sees only that object',
    applies: watchable,
    async run({ def, collection, watch, make }) {
      const [first, second] = severalOf(def, 2)
      const events = await watch(collection, { fieldSelector: `metadata.name=${second!.metadata.name}` })
      await make(first)
      const object = await make(second)
      expect(await events.next()).toEqual({ type: 'ADDED', object })
      await events.close()
    },
  },
  {
    name: 'a watch of a namespace does not see the others',
    // A core Event has to be in the namespace of its involvedObject.
    applies: ({ scope, storage }) => scope === 'Namespaced' && !storage.conversion,
    async run({ def, collection, watch, make, cluster }) {
      await cluster.create('Namespace', { metadata: { name: 'other' } })
      const [first, second] = severalOf(def, 2)
      const events = await watch(collection, sampled)
      const everywhere = await watch(collection.replace('/namespaces/default', ''), sampled)
      const far = await make(withSample({ ...second!, metadata: { ...second!.metadata, namespace: 'other' } }))
      const near = await make(withSample(first))
      expect(await events.next()).toEqual({ type: 'ADDED', object: near })
      expect(await everywhere.next()).toEqual({ type: 'ADDED', object: far })
      expect(await everywhere.next()).toEqual({ type: 'ADDED', object: near })
      await events.close()
      await everywhere.close()
    },
  },
  {
    name: 'a watch with allowWatchBookmarks gets bookmarks with the current resourceVersion',
    applies: watchable,
    async run({ def, collection, watch, make, cluster }) {
      const made = await make()
      const { resourceVersion = '' } = made.metadata
      const events = await watch(collection, { resourceVersion, allowWatchBookmarks: 'true' })
      const plain = await watch(collection, { resourceVersion })
      const [first] = severalOf(def, 1)
      await cluster.clock.advance('61s')
      const next = await make(first)
      expect(await plain.next()).toEqual({ type: 'ADDED', object: next })
      expect(await events.next()).toMatchObject({
        type: 'BOOKMARK',
        object: { kind: def.kind, apiVersion: def.apiVersion, metadata: { resourceVersion, creationTimestamp: null } },
      })
      expect(await events.next()).toEqual({ type: 'ADDED', object: next })
      await cluster.clock.advance('60s')
      expect(await events.next()).toMatchObject({
        type: 'BOOKMARK',
        object: { metadata: { resourceVersion: next.metadata.resourceVersion } },
      })
      await events.close()
      await plain.close()
    },
  },
  {
    name: 'timeoutSeconds ends a watch',
    applies: watchable,
    async run({ collection, watch, make, cluster }) {
      const made = await make()
      const events = await watch(collection, { resourceVersion: made.metadata.resourceVersion!, timeoutSeconds: '5' })
      await cluster.clock.advance('4s')
      expect(cluster.clock.now()).toBe(Date.parse('2024-01-01T00:00:04Z'))
      await cluster.clock.advance('1s')
      expect(await events.next()).toBe('end')
    },
  },
  {
    name: 'the deprecated /watch/ path watches too',
    applies: watchable,
    async run({ def, ask, watch, make }) {
      const made = await make()
      const events = await watch(legacyWatchPath(def), { fieldSelector: `metadata.name=${made.metadata.name}` })
      expect(await events.next()).toEqual({ type: 'ADDED', object: made })
      await events.close()
      const one = await watch(`${legacyWatchPath(def)}/${made.metadata.name}`)
      expect(await one.next()).toEqual({ type: 'ADDED', object: made })
      await one.close()
      expect(await ask('POST', legacyWatchPath(def), { body: {} })).toMatchObject({ status: 405 })
    },
  },
  {
    name: 'a change is sent to every watch',
    applies: watchable,
    async run({ collection, watch, make, ask, item }) {
      const made = await make()
      const from = { resourceVersion: made.metadata.resourceVersion! }
      const watches = [
        await watch(collection, from),
        await watch(collection, from),
        await watch(collection, { ...from, labelSelector: 'touched' }),
      ]
      await ask('PUT', item(made), { body: labelled(made, { touched: 'yes' }, 0) })
      const object = changed(labelled(made, { touched: 'yes' }, 0), {})
      expect(await Promise.all(watches.map(({ next }) => next()))).toEqual([
        { type: 'MODIFIED', object },
        { type: 'MODIFIED', object },
        { type: 'ADDED', object },
      ])
      await Promise.all(watches.map(({ close }) => close()))
    },
  },
]
