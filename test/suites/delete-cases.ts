import { expect } from 'vitest'
import type { KubeObject } from '../../src/schema/object.js'
import { type Case, writable } from './cases.js'
import { after, changed, conflictOf, deleted, listOf, missing } from './replies.js'
import { exampleOf } from './samples.js'
import { makeSeveral } from './read-cases.js'
import type { Answer, Trial } from './trial.js'

const MERGE = 'application/merge-patch+json'
const NOW = '2024-01-01T00:00:00Z'
const HOLD = 'example.io/hold'

/** Creates an object without the finalizers that the server adds. */
async function makeFree({ def, item, ask, make }: Trial, body = exampleOf(def)): Promise<KubeObject> {
  let made = await make(body)
  if (made.metadata.finalizers && !body.metadata.finalizers)
    made = (await ask('PATCH', item(made), { type: MERGE, body: { metadata: { finalizers: null } } })).body
  if (def.subresources.finalize) made = (await ask('PUT', item(made, 'finalize'), { body: { ...made, spec: {} } })).body
  return made
}

const makeHeld = (trial: Trial, finalizers: readonly string[] = [HOLD]) => {
  const body = exampleOf(trial.def)
  return makeFree(trial, { ...body, metadata: { ...body.metadata, finalizers } })
}

/** Deletes an object that has no finalizers: a kind with a finalize subresource needs a second DELETE. */
async function end(trial: Trial, made: KubeObject): Promise<Answer> {
  const { def, item, ask } = trial
  if (def.subresources.finalize) expectHeld(trial, await ask('DELETE', item(made)), marked(trial, made))
  return ask('DELETE', item(made))
}

/** An object marked for deletion, one write later. */
function marked({ def }: Trial, object: KubeObject, metadata: object = {}): KubeObject {
  const { generation } = object.metadata
  const counted = { deletionGracePeriodSeconds: 0, ...(generation ? { generation: generation + 1 } : {}) }
  return def.delete.mark(
    changed(object, { ...metadata, deletionTimestamp: NOW, ...(def.delete.handler === 'own' ? {} : counted) }),
  )
}

/** Expects the reply for a removed object: its last state, which is its second write where deletion is graceful. */
function expectRemoved(trial: Trial, answer: Answer, object: KubeObject): void {
  const { def } = trial
  const leaves = def.delete.gracePeriod && !object.metadata.deletionTimestamp
  const last = leaves ? changed(marked(trial, object), {}) : changed(object, {})
  expect(answer).toEqual({ status: 200, body: def.delete.replies.removed === 'object' ? last : deleted(def, object) })
}

function expectHeld({ def }: Trial, answer: Answer, object: KubeObject): void {
  expect(answer).toEqual(
    def.delete.replies.held === 'object' ? { status: 200, body: object } : { status: 202, body: deleted(def, object) },
  )
}

/** Cases of DELETE. */
export const deleteCases: readonly Case[] = [
  {
    name: 'delete removes the object',
    applies: writable,
    async run(trial) {
      const { def, item, ask, watch, collection } = trial
      const made = await makeFree(trial)
      const events = await watch(collection, { resourceVersion: made.metadata.resourceVersion! })
      const answer = await end(trial, made)
      expect(await ask('GET', item(made))).toEqual({
        status: 404,
        body: missing({ ...def, plural: def.names.notFound }, made.metadata.name!),
      })
      if (def.delete.gracePeriod || def.subresources.finalize)
        expect(await events.next()).toEqual({ type: 'MODIFIED', object: marked(trial, made) })
      const event = (await events.next()) as { readonly type: string; readonly object: KubeObject } // a watch event
      expect(event.type).toBe('DELETED')
      if (def.delete.handler === 'generic') {
        expectRemoved(trial, answer, made)
        expect(event.object).toEqual(changed(def.delete.gracePeriod ? marked(trial, made) : made, {}))
      }
      expect(await ask('DELETE', item(made))).toEqual({ status: 404, body: missing(def, made.metadata.name!) })
      await events.close()
    },
  },
  {
    name: 'the name of a deleted object can be used again',
    applies: writable,
    async run(trial) {
      const made = await makeFree(trial)
      await end(trial, made)
      const again = await trial.make()
      expect(again.metadata.name).toBe(made.metadata.name)
      expect(again.metadata.uid).not.toBe(made.metadata.uid)
      expect(Number(again.metadata.resourceVersion)).toBeGreaterThan(Number(made.metadata.resourceVersion))
    },
  },
  {
    name: 'a deleted object stays until its finalizers are removed',
    applies: writable,
    async run(trial) {
      const { def, item, ask, read, watch, collection } = trial
      const made = await makeHeld(trial)
      const events = await watch(collection, { resourceVersion: made.metadata.resourceVersion! })
      const dying = marked(trial, made)
      expectHeld(trial, await ask('DELETE', item(made)), dying)
      expect(await read(made)).toEqual(dying)
      expect(await events.next()).toEqual({ type: 'MODIFIED', object: dying })
      expectHeld(trial, await ask('DELETE', item(made)), dying)
      expect(
        await ask('PATCH', item(made), { type: MERGE, body: { metadata: { finalizers: [HOLD, 'example.io/more'] } } }),
      ).toMatchObject({
        status: 422,
        body: { reason: 'Invalid' },
      })
      expect(await read(made)).toEqual(dying)
      const last = await ask('PATCH', item(made), { type: MERGE, body: { metadata: { finalizers: null } } })
      const { finalizers: _, ...released } = dying.metadata
      expect(last).toEqual({ status: 200, body: { ...dying, metadata: released } })
      expect(await ask('GET', item(made))).toMatchObject({ status: 404 })
      expect(await events.next()).toEqual({ type: 'DELETED', object: changed(dying, {}) })
      expect(await ask('POST', collection, { body: exampleOf(def) })).toMatchObject({ status: 201 })
      await events.close()
    },
  },
  {
    name: 'delete with a failed precondition is a conflict, and keeps the object',
    applies: writable,
    async run(trial) {
      const { def, item, ask, read } = trial
      const made = await makeFree(trial)
      const { name = '', uid, resourceVersion } = made.metadata
      const attempts: readonly (readonly [object, string, string, string | undefined, string])[] = [
        [{ uid: 'other' }, 'UID', 'other', uid, 'deleted and then recreated'],
        [{ uid, resourceVersion: '1' }, 'ResourceVersion', '1', resourceVersion, 'modified'],
      ]
      for (const [preconditions, what, wanted, found, since] of attempts) {
        const answer = await ask('DELETE', item(made), { body: { preconditions } })
        const subject = { ...def, group: def.storage.group, plural: def.kind }
        const want =
          def.delete.handler === 'own'
            ? conflictOf(
                def,
                name,
                `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`,
              )
            : conflictOf(
                subject,
                name,
                `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${found}). The object might have been ${since}`,
              )
        expect(answer).toEqual({ status: 409, body: want })
      }
      expect(await read(made)).toEqual(made)
      const code = def.subresources.finalize && def.delete.replies.held !== 'object' ? 202 : 200
      expect(await ask('DELETE', item(made), { body: { preconditions: { uid, resourceVersion } } })).toMatchObject({
        status: code,
      })
      if (def.subresources.finalize) await ask('DELETE', item(made))
      expect(await ask('GET', item(made))).toMatchObject({ status: 404 })
    },
  },
  {
    name: 'delete with dryRun neither removes nor marks the object',
    applies: writable,
    async run(trial) {
      const { item, ask, read } = trial
      const made = await makeHeld(trial)
      for (const request of [{ query: { dryRun: 'All' } }, { body: { dryRun: ['All'] } }]) {
        const { status } = await ask('DELETE', item(made), request)
        expect(status).toBe(trial.def.delete.replies.held === 'object' ? 200 : 202)
        expect(await read(made)).toEqual(made)
      }
    },
  },
  {
    name: 'the propagation policies Foreground and Orphan add a finalizer',
    applies: (def) => writable(def) && def.delete.garbageCollection === 'supported' && def.delete.handler === 'generic',
    async run(trial) {
      const { item, ask, read } = trial
      const policies = [
        ['Foreground', 'foregroundDeletion'],
        ['Orphan', 'orphan'],
      ] as const
      for (const [propagationPolicy, finalizer] of policies) {
        const made = await makeFree(trial)
        const dying = marked(trial, made, { finalizers: [finalizer] })
        expectHeld(trial, await ask('DELETE', item(made), { body: { propagationPolicy } }), dying)
        expect(await read(made)).toEqual(dying)
        expect(await ask('PATCH', item(made), { type: MERGE, body: { metadata: { finalizers: null } } })).toMatchObject(
          { status: 200 },
        )
        expect(await ask('GET', item(made))).toMatchObject({ status: 404 })
      }
      const made = await makeFree(trial)
      expectRemoved(trial, await ask('DELETE', item(made), { query: { propagationPolicy: 'Background' } }), made)
    },
  },
  {
    name: 'deletecollection deletes each selected object',
    applies: ({ discovery }) => discovery.verbs.includes('deletecollection'),
    async run(trial) {
      const { def, item, ask, collection, make } = trial
      const made = await makeSeveral(trial, 4)
      const held = made[0]!.metadata.finalizers !== undefined
      const body = exampleOf(def)
      const holding = await make({
        ...body,
        metadata: { ...body.metadata, labels: { parity: 'even' }, finalizers: [HOLD] },
      })
      const before = (await ask('GET', collection)).body.items
      const answer = await ask('DELETE', collection, { query: { labelSelector: 'parity=even' } })
      const even = [made[0]!, made[2]!, holding].sort((a, b) => (a.metadata.name! < b.metadata.name! ? -1 : 1))
      if (def.delete.replies.collection === 'list') {
        expect(answer.status).toBe(200)
        expect(answer.body).toMatchObject({
          kind: def.names.listKind,
          items: even.map(({ metadata: { uid } }) => ({ metadata: { uid } })),
        })
      } else
        expect(answer).toEqual({
          status: 200,
          body: {
            kind: 'Status',
            apiVersion: 'v1',
            metadata: {},
            status: 'Success',
            details: { ...(def.group ? { group: def.group } : {}), kind: def.plural },
          },
        })
      expect((await ask('GET', collection)).body.items).toHaveLength(before.length - (held ? 0 : 2))
      expect((await ask('GET', item(holding))).body.metadata).toMatchObject({ deletionTimestamp: NOW })
      expect((await ask('GET', item(made[1]!))).body).toEqual(made[1])
    },
  },
  {
    name: 'deletecollection that selects nothing changes nothing',
    applies: ({ discovery }) => discovery.verbs.includes('deletecollection'),
    async run(trial) {
      const { def, ask, collection } = trial
      const made = await makeSeveral(trial, 2)
      expect(await ask('DELETE', collection, { query: { labelSelector: 'sample=none' } })).toMatchObject({
        status: 200,
      })
      const list = await ask('GET', collection, { query: { labelSelector: 'sample' } })
      expect(list).toEqual({ status: 200, body: listOf(def, { resourceVersion: after(made[0]!, 0) }, made) })
    },
  },
]
