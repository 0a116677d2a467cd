import type { KindDef } from '../../src/model/registry/kind-def.js'
import { expect } from 'vitest'
import { isObject } from '../../src/base/json/json.js'
import type { KubeObject } from '../../src/schema/object.js'
import type { Case } from './cases.js'
import { after, failure, labelled, missing } from './replies.js'
import { exampleOf } from './samples.js'
import { makeSettled } from './trial.js'

const condition = {
  type: 'Tested',
  status: 'True',
  lastTransitionTime: '2024-05-01T10:00:00Z',
  reason: 'Suite',
  message: 'seen',
}
const merge = 'application/merge-patch+json'

const statusOf = (object: KubeObject) => (isObject(object['status']) ? object['status'] : {})
const withCondition = (object: KubeObject): KubeObject => ({
  ...object,
  status: { ...statusOf(object), conditions: [condition] },
})
// Conditions of some kinds have further fields, which are always written.
const wanted = (object: KubeObject): object => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: after(object) },
  status: { ...statusOf(object), conditions: [expect.objectContaining(condition)] },
})

/** Tells whether the status of a kind has conditions. */
const hasConditions = ({ schema }: KindDef): boolean =>
  schema.properties?.['status']?.properties?.['conditions'] !== undefined

/** Cases of the subresources status and finalize. */
export const statusCases: readonly Case[] = [
  {
    name: 'PUT of the status subresource writes nothing but the status',
    applies: (def) => def.subresources.status !== undefined && hasConditions(def),
    async run({ item, ask, make, read }) {
      const made = await make()
      const { spec: _, ...rest } = withCondition(made)
      const answer = await ask('PUT', item(made, 'status'), { body: rest })
      expect(answer).toEqual({ status: 200, body: wanted(made) })
      expect(await read(made)).toEqual(answer.body)
      expect(await ask('GET', item(made, 'status'))).toEqual({ status: 200, body: answer.body })
    },
  },
  {
    name: 'PATCH of the status subresource writes nothing but the status',
    applies: (def) => def.subresources.status !== undefined && hasConditions(def),
    async run({ item, ask, make, read }) {
      const made = await make()
      const answer = await ask('PATCH', item(made, 'status'), {
        type: merge,
        body: { status: { conditions: [condition] }, spec: null },
      })
      expect(answer).toEqual({ status: 200, body: wanted(made) })
      expect(
        await ask('PATCH', item(made, 'status'), { type: merge, body: { status: { conditions: [condition] } } }),
      ).toEqual({
        status: 200,
        body: answer.body,
      })
      expect(await read(made)).toEqual(answer.body)
    },
  },
  {
    name: 'PUT of the main resource keeps the status',
    applies: (def) => def.subresources.main.resetFields.includes('status') && hasConditions(def),
    async run(trial) {
      const { item, ask } = trial
      const made = await makeSettled(trial)
      expect(await ask('PUT', item(made), { body: withCondition(made) })).toEqual({ status: 200, body: made })
      expect(await ask('PUT', item(made), { body: withCondition(labelled(made, { touched: 'yes' }, 0)) })).toEqual({
        status: 200,
        body: labelled(made, { touched: 'yes' }),
      })
    },
  },
  {
    name: 'the status subresource of a missing object fails',
    applies: ({ subresources }) => subresources.status !== undefined,
    async run({ def, item, ask }) {
      const body = exampleOf(def)
      const want = { status: 404, body: missing(def, body.metadata.name!) }
      expect(await ask('GET', item(body, 'status'))).toEqual(want)
      expect(await ask('PATCH', item(body, 'status'), { type: merge, body: {} })).toEqual(want)
      const makes = def.update.allowCreate && def.subresources.status?.mayCreate
      expect(await ask('PUT', item(body, 'status'), { body })).toMatchObject(makes ? { status: 201 } : want)
    },
  },
  {
    name: 'a subresource that the kind does not have is not served',
    async run({ def, item, ask }) {
      const body = exampleOf(def)
      const want = {
        status: 404,
        body: failure(404, 'NotFound', 'the server could not find the requested resource', {}),
      }
      for (const subresource of ['status', 'finalize', 'scale'].filter(
        (name) => !Object.hasOwn(def.subresources, name),
      ))
        expect(await ask('GET', item(body, subresource))).toEqual(want)
    },
  },
  {
    name: 'the finalize subresource writes spec.finalizers',
    applies: ({ subresources }) => subresources.finalize !== undefined,
    async run({ item, ask, make, read }) {
      const made = await make()
      const answer = await ask('PUT', item(made, 'finalize'), {
        body: { ...made, spec: { finalizers: ['example.io/last'] }, status: {} },
      })
      expect(answer).toEqual({
        status: 200,
        body: {
          ...made,
          metadata: { ...made.metadata, resourceVersion: after(made) },
          spec: { finalizers: ['example.io/last'] },
        },
      })
      expect(await read(made)).toEqual(answer.body)
    },
  },
]
