import { expect, test } from 'vitest'
import { Done, finishInTurns } from '../../src/base/turns/steps.js'
import type { Call } from '../../src/model/call/call.js'
import {
  type StorageConversion,
  type WebhookConversion,
  Unconverted,
} from '../../src/model/registry/storage-conversion.js'
import type { RestContext } from '../../src/rest/context.js'
import { converted } from '../../src/rest/storage-conversion.js'
import type { KubeObject } from '../../src/schema/object.js'
import { createStore } from '../../src/store/store.js'

const TABLE = 'shop.example.com/shops'
const shop: KubeObject = { apiVersion: 'shop.example.com/v1', kind: 'Shop', metadata: { name: 'a' } }

/** Reads an object that a webhook has to convert first; `keeps` tells after how many calls its result is still there. */
async function reading(keeps: number) {
  const store = createStore<KubeObject>({ revision: 1 })
  store.transact((transaction) => transaction.put(TABLE, 'a', () => shop), undefined)
  let calls = 0
  const byWebhook = { read: async () => void calls++ } as unknown as WebhookConversion // all that is used of it
  const fromStored = (object: KubeObject): KubeObject => {
    if (calls < keeps) throw new Unconverted(byWebhook, object)
    return { ...object, apiVersion: 'shop.example.com/v2' }
  }
  const conversion: StorageConversion = { fromStored, toStored: (object) => object, byWebhook }
  const def = { plural: 'shops', storage: { group: 'shop.example.com', conversion } }
  // The parts that reading through a conversion asks for.
  const context = { store, env: {}, registry: {}, current: () => undefined } as unknown as RestContext
  const call = { target: { def } } as unknown as Call
  const read = converted((seen: RestContext, _call) =>
    seen.store.transactInSteps((transaction) => new Done(transaction.get(TABLE, 'a')), undefined),
  )
  const found = await finishInTurns(read(context, call), () => Promise.resolve()).catch((error: unknown) => error)
  return { calls, found }
}

test('what a webhook has converted is read once it is there', async () => {
  const { calls, found } = await reading(1)
  expect(calls).toBe(1)
  expect((found as KubeObject).apiVersion).toBe('shop.example.com/v2')
})

test('an object is converted five times for the same steps, if others take the place of the result meanwhile', async () => {
  expect((await reading(5)).found).toMatchObject({ apiVersion: 'shop.example.com/v2' })
  const { calls, found } = await reading(Infinity)
  expect(calls).toBe(5)
  expect(found).toBeInstanceOf(Unconverted)
})
