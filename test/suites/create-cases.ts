import { expect } from 'vitest'
import { type Case, writable } from './cases.js'
import { changed, failure, failureOf, itemOf, missing, resourceText } from './replies.js'
import { exampleOf, typeOf } from './samples.js'

const SEEDED_TIME = '2024-01-01T00:00:00Z'
const UID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Cases of POST. */
export const createCases: readonly Case[] = [
  {
    name: 'create stores the body, with defaults and system metadata',
    applies: writable,
    async run({ def, collection, item, ask, cluster }) {
      const body = exampleOf(def)
      const { resourceVersion: revision } = (await ask('GET', collection)).body.metadata
      const made = await ask('POST', collection, { body })
      expect(made.status).toBe(201)
      const { uid, creationTimestamp, resourceVersion } = made.body.metadata
      expect({ uid, creationTimestamp, resourceVersion }).toEqual({
        uid: expect.stringMatching(UID),
        creationTimestamp: SEEDED_TIME,
        // Allocation records, such as an IPAddress, are written first.
        resourceVersion: String(Number(revision) + 1 + (def.storage.allocationRecords?.(made.body).length ?? 0)),
      })
      expect(made.body).toMatchObject(body)
      // As text, to compare the order of fields too.
      await expect(`${JSON.stringify(made.body, null, 2)}\n`.replace(uid!, '<uid>')).toMatchFileSnapshot(
        `created/${cluster.profile}/${def.storage.conversion ? `${def.version}.` : ''}${def.kind}.txt`,
      )
      expect(cluster.clock.now()).toBe(Date.parse(SEEDED_TIME))
      expect(await ask('GET', item(made.body))).toEqual({ status: 200, body: made.body })
      const { body: listed } = await ask('GET', collection)
      expect(listed.items).toContainEqual(itemOf(made.body))
      expect(listed.metadata).toEqual({ resourceVersion })
    },
  },
  {
    name: 'create with the name of an existing object fails',
    applies: writable,
    async run({ def, collection, ask, make, read }) {
      const made = await make()
      const { name = '' } = made.metadata
      expect(await ask('POST', collection, { body: exampleOf(def) })).toEqual({
        status: 409,
        body: failureOf(def, name, 409, 'AlreadyExists', `${resourceText(def)} "${name}" already exists`),
      })
      expect(await read(made)).toEqual(made)
    },
  },
  {
    name: 'create generates a name from generateName',
    applies: (def) => writable(def) && def.metadata.name('gen-x2z4d', false, exampleOf(def)).length === 0,
    async run({ def, collection, ask }) {
      const { metadata, ...rest } = exampleOf(def)
      const { name: _, ...unnamed } = metadata
      const body = { ...rest, metadata: { ...unnamed, generateName: 'gen-' } }
      const [one, two] = [await ask('POST', collection, { body }), await ask('POST', collection, { body })]
      for (const { status, body: made } of [one, two]) {
        expect(status).toBe(201)
        expect(made.metadata).toMatchObject({
          generateName: 'gen-',
          name: expect.stringMatching(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/),
        })
      }
      expect(one.body.metadata.name).not.toBe(two.body.metadata.name)
    },
  },
  {
    name: 'create refuses an invalid name, and a missing one',
    applies: writable,
    async run({ def, collection, ask }) {
      const example = exampleOf(def)
      const bad = await ask('POST', collection, {
        body: { ...example, metadata: { ...example.metadata, name: 'Bad/Name' } },
      })
      const { name: _, ...unnamed } = example.metadata
      const none = await ask('POST', collection, { body: { ...example, metadata: unnamed } })
      // A Service is allocated an address, whose record holds its name, before it is validated.
      if (def.storage.allocationRecords) {
        const internal = { status: 500, body: { reason: 'InternalError' } }
        return expect([bad, none]).toMatchObject([internal, internal])
      }
      expect(bad).toMatchObject({
        status: 422,
        body: { reason: 'Invalid', details: { name: 'Bad/Name', kind: def.kind } },
      })
      expect(bad.body.details.causes[0]).toMatchObject({ field: 'metadata.name', reason: 'FieldValueInvalid' })
      // A LimitRange without a name gets a UID as its name.
      if (def.kind === 'LimitRange')
        return expect(none).toMatchObject({ status: 201, body: { metadata: { name: expect.stringMatching(UID) } } })
      expect(none).toMatchObject({ status: 422, body: { reason: 'Invalid' } })
      expect(none.body.details.causes).toContainEqual({
        reason: 'FieldValueRequired',
        message: 'Required value: name or generateName is required',
        field: 'metadata.name',
      })
    },
  },
  {
    name: 'create refuses a resourceVersion',
    applies: writable,
    async run({ def, collection, ask }) {
      const { metadata, ...rest } = exampleOf(def)
      const { reason: _, ...plain } = failure(
        500,
        '',
        'resourceVersion should not be set on objects to be created',
      ) as { readonly reason: string }
      expect(
        await ask('POST', collection, { body: { ...rest, metadata: { ...metadata, resourceVersion: '7' } } }),
      ).toEqual({ status: 500, body: plain })
    },
  },
  {
    name: 'create refuses a namespace that does not exist, and one that differs from the path',
    applies: (def) => writable(def) && def.scope === 'Namespaced',
    async run({ def, collection, ask }) {
      const example = exampleOf(def)
      const elsewhere = { ...example, metadata: { ...example.metadata, namespace: 'nowhere' } }
      expect(await ask('POST', collection.replace('/default/', '/nowhere/'), { body: elsewhere })).toEqual({
        status: 404,
        body: failure(404, 'NotFound', 'namespaces "nowhere" not found', { name: 'nowhere', kind: 'namespaces' }),
      })
      expect(await ask('POST', collection, { body: elsewhere })).toEqual({
        status: 400,
        body: failure(
          400,
          'BadRequest',
          'the namespace of the provided object does not match the namespace sent on the request',
        ),
      })
    },
  },
  {
    name: 'create overrides or drops metadata owned by the server',
    applies: writable,
    async run({ def, collection, ask }) {
      const example = exampleOf(def)
      const metadata = {
        ...example.metadata,
        uid: 'mine',
        creationTimestamp: '2001-01-01T00:00:00Z',
        deletionTimestamp: '2001-01-01T00:00:00Z',
        generation: def.metadata.generation ? 7 : undefined,
        selfLink: '/x',
      }
      const made = await ask('POST', collection, { body: { ...example, metadata } })
      expect(made.status).toBe(201)
      expect(made.body.metadata).toMatchObject({
        uid: expect.stringMatching(UID),
        creationTimestamp: SEEDED_TIME,
        ...(def.metadata.generation ? { generation: 1 } : {}),
      })
      for (const absent of ['deletionTimestamp', 'selfLink']) expect(made.body.metadata).not.toHaveProperty(absent)
    },
  },
  {
    name: 'create with dryRun returns the object, and stores nothing',
    applies: writable,
    async run({ def, collection, item, ask }) {
      const before = (await ask('GET', collection)).body
      const tried = await ask('POST', collection, { query: { dryRun: 'All' }, body: exampleOf(def) })
      expect(tried.status).toBe(201)
      expect(tried.body).toMatchObject(exampleOf(def))
      expect(tried.body.metadata).not.toHaveProperty('resourceVersion')
      expect(await ask('GET', collection)).toEqual({ status: 200, body: before })
      expect(await ask('GET', item(tried.body))).toEqual({ status: 404, body: missing(def, tried.body.metadata.name!) })
    },
  },
  {
    name: 'unknown fields are pruned, and ignored, warned about or refused by fieldValidation',
    applies: writable,
    async run({ def, collection, ask, cluster }) {
      const body = { ...exampleOf(def), colour: 'red' }
      const clean = await ask('POST', collection, { query: { dryRun: 'All', fieldValidation: 'Ignore' }, body })
      expect(clean).toMatchObject({ status: 201 })
      expect(clean).not.toHaveProperty('warning')
      expect(clean.body).not.toHaveProperty('colour')
      expect(await ask('POST', collection, { query: { fieldValidation: 'Strict' }, body })).toEqual({
        status: 400,
        body: failure(
          400,
          'BadRequest',
          `${def.kind} in version "${def.version}" cannot be handled as a ${def.kind}: strict decoding error: unknown field "colour"`,
        ),
      })
      const warned = await ask('POST', collection, { body })
      expect(warned).toMatchObject({ status: 201, warning: '299 - "unknown field \\"colour\\""' })
      expect(await cluster.get(typeOf(def), { name: warned.body.metadata.name! })).not.toHaveProperty('colour')
    },
  },
  {
    name: 'create refuses a body of another kind',
    applies: writable,
    async run({ def, collection, ask }) {
      const answer = await ask('POST', collection, { body: { ...exampleOf(def), kind: 'Nothing' } })
      expect(answer).toMatchObject({ status: 400, body: { reason: 'BadRequest', code: 400 } })
      expect(answer.body.message).toMatch(
        `Nothing in version "${def.version}" cannot be handled as a ${def.kind}: no kind "Nothing" is registered for version "${def.apiVersion}"`,
      )
    },
  },
  {
    name: 'finalizers, owner references and annotations are kept as given',
    applies: writable,
    async run({ def, make, read }) {
      const example = exampleOf(def)
      const given = {
        finalizers: ['example.io/hold'],
        ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'worker-1', uid: 'u1' }],
        annotations: { 10: 'b', 9: 'c', a: 'a' },
      }
      const made = await make({ ...example, metadata: { ...example.metadata, ...given } })
      expect(made.metadata).toMatchObject({ ...given, finalizers: expect.arrayContaining(['example.io/hold']) })
      expect(await read(made)).toEqual(changed(made, {}, 0))
    },
  },
]
