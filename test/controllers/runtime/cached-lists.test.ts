import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSortedMap } from '../../../src/base/lists/sorted-map.js'
import { compareTexts } from '../../../src/base/json/json.js'
import { type Indexes, UNTRIED, keepIndexes, objectsAt, placesOf } from '../../../src/controllers/runtime/indexes.js'
import { createCachedLists } from '../../../src/controllers/runtime/cached-lists.js'
import type { KubeObject } from '../../../src/schema/object.js'

const PLACES = ['', 'a', 'b', UNTRIED]

const steps = fc.array(
  fc.record({
    name: fc.integer({ min: 1, max: 20 }).map((number) => `web-${number}`),
    node: fc.constantFrom('', 'a', 'b'),
    isTried: fc.boolean(),
    isGone: fc.boolean(),
    looks: fc.boolean(),
  }),
  { maxLength: 80 },
)

const pod = (name: string, nodeName: string, isTried: boolean): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: { nodeName },
  status: { conditions: isTried ? [{ type: 'PodScheduled', reason: 'Unschedulable' }] : [] },
})

test('cached lists that are updated by changes equal fresh lookups', () => {
  fc.assert(
    fc.property(steps, (given) => {
      const index = () => createSortedMap<true>(compareTexts)
      const indexes: Indexes = { owned: index(), placed: index(), orphans: index() }
      const pods = new Map<string, KubeObject>()
      const get = (_: string, key: string) => pods.get(key)
      const placed = createCachedLists(() => indexes.placed, get, placesOf)
      for (const [i, { name, node, isTried, isGone, looks }] of given.entries()) {
        const key = `default/${name}`
        const prev = pods.get(key)
        const next = isGone ? undefined : pod(name, node, isTried)
        if (!prev && !next) continue
        if (next) pods.set(key, next)
        else pods.delete(key)
        const change = { revision: i, table: '/pods', key, prev, next, cause: undefined }
        keepIndexes(indexes, change)
        placed.note(change)
        if (looks) for (const place of PLACES) placed.at(place)
      }
      for (const place of PLACES) {
        expect(placed.at(place)).toEqual(objectsAt(indexes.placed, get, place))
        expect(placed.at(place)).toBe(placed.at(place))
      }
    }),
    { numRuns: 300 },
  )
})
