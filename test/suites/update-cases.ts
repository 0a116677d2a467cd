import { expect } from 'vitest'
import { type Case, writable } from './cases.js'
import { after, changed, conflictOf, failure, failureOf, labelled, missing, resourceText, staleOf } from './replies.js'
import { exampleOf, typeOf, specChangeOf } from './samples.js'
import { makeSettled } from './trial.js'

const touched = { touched: 'yes' }

/** Cases of PUT. */
export const updateCases: readonly Case[] = [
  {
    name: 'update replaces the object, at the next resourceVersion',
    applies: writable,
    async run({ item, ask, make, read }) {
      const made = await make()
      const want = labelled(made, touched)
      expect(await ask('PUT', item(made), { body: labelled(made, touched, 0) })).toEqual({ status: 200, body: want })
      expect(await read(made)).toEqual(want)
    },
  },
  {
    name: 'update with an outdated resourceVersion is a conflict',
    applies: writable,
    async run({ def, item, ask, make, read }) {
      const made = await make()
      const { body: next } = await ask('PUT', item(made), { body: labelled(made, touched, 0) })
      expect(await ask('PUT', item(made), { body: labelled(made, { other: 'yes' }, 0) })).toEqual({
        status: 409,
        body: staleOf(def, made.metadata.name!),
      })
      expect(await read(made)).toEqual(next)
    },
  },
  {
    name: 'update without a resourceVersion is unconditional, or refused',
    applies: writable,
    async run({ def, item, ask, make, read }) {
      const made = await make()
      const { metadata, ...rest } = labelled(made, touched, 0)
      const { resourceVersion: _, ...unversioned } = metadata
      const answer = await ask('PUT', item(made), { body: { ...rest, metadata: unversioned } })
      if (def.update.allowUnconditional) {
        expect(answer).toEqual({ status: 200, body: labelled(made, touched) })
        return
      }
      const name = made.metadata.name!
      const cause = {
        reason: 'FieldValueInvalid',
        message: 'Invalid value: 0x0: must be specified for an update',
        field: 'metadata.resourceVersion',
      }
      const message = `${resourceText(def)} "${name}" is invalid: ${cause.field}: ${cause.message}`
      expect(answer).toEqual({ status: 422, body: failureOf(def, name, 422, 'Invalid', message, { causes: [cause] }) })
      expect(await read(made)).toEqual(made)
    },
  },
  {
    name: 'an update that changes nothing keeps the resourceVersion and sends no event',
    applies: writable,
    async run(trial) {
      const { item, ask, watch, collection } = trial
      const made = await makeSettled(trial)
      const events = await watch(collection, { resourceVersion: made.metadata.resourceVersion! })
      expect(await ask('PUT', item(made), { body: made })).toEqual({ status: 200, body: made })
      expect(await ask('PUT', item(made), { body: labelled(made, touched, 0) })).toEqual({
        status: 200,
        body: labelled(made, touched),
      })
      expect(await events.next()).toEqual({ type: 'MODIFIED', object: labelled(made, touched) })
      await events.close()
    },
  },
  {
    name: 'the first update has a new resourceVersion and an event, even when it changes nothing',
    applies: (def) => writable(def) && def.storage.filledOnRead,
    async run({ item, ask, make, watch, collection }) {
      const made = await make()
      const events = await watch(collection, { resourceVersion: made.metadata.resourceVersion! })
      const next = { ...made, metadata: { ...made.metadata, resourceVersion: after(made) } }
      expect(await ask('PUT', item(made), { body: made })).toEqual({ status: 200, body: next })
      expect(await events.next()).toEqual({ type: 'MODIFIED', object: next })
      expect(await ask('PUT', item(next), { body: next })).toEqual({ status: 200, body: next })
      await events.close()
    },
  },
  {
    name: 'update with dryRun returns the object, and stores nothing',
    applies: writable,
    async run({ item, ask, make, read }) {
      const made = await make()
      expect(await ask('PUT', item(made), { query: { dryRun: 'All' }, body: labelled(made, touched, 0) })).toEqual({
        status: 200,
        body: labelled(made, touched, 0),
      })
      expect(await read(made)).toEqual(made)
    },
  },
  {
    name: 'update with another uid is a conflict',
    applies: writable,
    async run({ def, item, ask, make, read }) {
      const made = await make()
      const { name = '', namespace, uid } = made.metadata
      const key = `${def.storage.prefix}/${namespace ? `${namespace}/` : ''}${name}`
      const why = `StorageError: invalid object, Code: 4, Key: /registry/${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: other, UID in object meta: ${uid}`
      expect(await ask('PUT', item(made), { body: changed(made, { uid: 'other' }, 0) })).toEqual({
        status: 409,
        body: conflictOf(def, name, why),
      })
      expect(await read(made)).toEqual(made)
    },
  },
  {
    name: 'update with another name, or none, fails',
    applies: writable,
    async run({ item, ask, make }) {
      const made = await make()
      const { name } = made.metadata
      expect(await ask('PUT', item(made), { body: changed(made, { name: 'other' }, 0) })).toEqual({
        status: 400,
        body: failure(400, 'BadRequest', `the name of the object (other) does not match the name on the URL (${name})`),
      })
      expect(await ask('PUT', item(made), { body: changed(made, { name: undefined }, 0) })).toEqual({
        status: 400,
        body: failure(
          400,
          'BadRequest',
          `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
        ),
      })
    },
  },
  {
    name: 'update of a missing object creates it, or fails',
    applies: writable,
    async run({ def, item, ask, cluster }) {
      const body = exampleOf(def)
      const answer = await ask('PUT', item(body), { body })
      if (!def.update.allowCreate) {
        expect(answer).toEqual({ status: 404, body: missing(def, body.metadata.name!) })
        return
      }
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject(body)
      expect((await cluster.get(typeOf(def), { name: body.metadata.name! })).metadata.uid).toBe(
        answer.body.metadata.uid,
      )
    },
  },
  {
    name: 'update keeps metadata owned by the server',
    applies: writable,
    async run({ item, ask, make }) {
      const made = await make()
      const forged = labelled(made, touched, 0)
      const body = {
        ...forged,
        metadata: { ...forged.metadata, creationTimestamp: '2001-01-01T00:00:00Z', generation: 99, selfLink: '/x' },
      }
      expect(await ask('PUT', item(made), { body })).toEqual({ status: 200, body: labelled(made, touched) })
      const dying = labelled(made, touched)
      const marked = { ...dying, metadata: { ...dying.metadata, deletionTimestamp: '2001-01-01T00:00:00Z' } }
      const refused = await ask('PUT', item(made), { body: marked })
      expect(refused.status).toBe(422)
      expect(new Set(refused.body.details.causes.map(({ field }) => field))).toEqual(
        new Set(['metadata.deletionTimestamp']),
      )
    },
  },
  {
    name: 'generation counts changes of the spec only',
    applies: (def) => def.metadata.generation === true,
    async run({ def, item, ask, make }) {
      const made = await make()
      expect(made.metadata.generation).toBe(1)
      const { body: same } = await ask('PUT', item(made), { body: labelled(made, touched, 0) })
      expect(same.metadata.generation).toBe(1)
      const { body: next } = await ask('PATCH', item(made), {
        type: 'application/merge-patch+json',
        body: { spec: specChangeOf(def) },
      })
      expect(next.metadata).toMatchObject({ generation: 2, resourceVersion: after(same) })
    },
  },
]
