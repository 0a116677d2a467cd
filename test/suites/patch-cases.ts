import { expect } from 'vitest'
import type { KubeObject } from '../../src/schema/object.js'
import { type Case, writable } from './cases.js'
import { failure, labelled, missing, staleOf } from './replies.js'
import { type Trial, makeSettled } from './trial.js'

type Patch = {
  readonly type: string
  readonly labels: (labels: Readonly<Record<string, string>>) => unknown
  readonly nothing: (object: KubeObject) => unknown
  readonly at: (revision: string, labels: Readonly<Record<string, string>>) => unknown
}

const MERGE: Omit<Patch, 'type'> = {
  labels: (labels) => ({ metadata: { labels } }),
  nothing: ({ metadata }) => ({ metadata: { name: metadata.name, annotations: { absent: null } } }),
  at: (resourceVersion, labels) => ({ metadata: { resourceVersion, labels } }),
}

const patches: readonly Patch[] = [
  { type: 'application/merge-patch+json', ...MERGE },
  { type: 'application/strategic-merge-patch+json', ...MERGE },
  {
    type: 'application/json-patch+json',
    labels: (labels) => [{ op: 'add', path: '/metadata/labels', value: labels }],
    nothing: ({ metadata }) => [{ op: 'test', path: '/metadata/name', value: metadata.name }],
    at: (value, labels) => [
      { op: 'replace', path: '/metadata/resourceVersion', value },
      { op: 'add', path: '/metadata/labels', value: labels },
    ],
  },
]

const kept = ({ metadata }: KubeObject) => metadata.labels ?? {}

function casesOf({ type, labels, nothing, at }: Patch): readonly Case[] {
  const send = (
    { ask, item }: Trial,
    object: KubeObject,
    body: unknown,
    query: Readonly<Record<string, string>> = {},
  ) => ask('PATCH', item(object), { type, body, query })
  return [
    {
      name: `${type} changes the object, at the next resourceVersion`,
      applies: writable,
      async run(trial) {
        const made = await trial.make()
        const want = labelled(made, { touched: 'yes' })
        expect(await send(trial, made, labels({ ...kept(made), touched: 'yes' }))).toEqual({ status: 200, body: want })
        expect(await trial.read(made)).toEqual(want)
      },
    },
    {
      name: `${type} that changes nothing keeps the resourceVersion and sends no event`,
      applies: writable,
      async run(trial) {
        const made = await makeSettled(trial)
        const events = await trial.watch(trial.collection, { resourceVersion: made.metadata.resourceVersion! })
        expect(await send(trial, made, nothing(made))).toEqual({ status: 200, body: made })
        await send(trial, made, labels({ ...kept(made), marker: 'yes' }))
        expect(await events.next()).toEqual({ type: 'MODIFIED', object: labelled(made, { marker: 'yes' }) })
        await events.close()
      },
    },
    {
      name: `${type} with another resourceVersion is a conflict`,
      applies: writable,
      async run(trial) {
        const made = await trial.make()
        const all = { ...kept(made), touched: 'yes' }
        expect(await send(trial, made, at('1', all))).toEqual({
          status: 409,
          body: staleOf(trial.def, made.metadata.name!),
        })
        expect(await trial.read(made)).toEqual(made)
        expect(await send(trial, made, at(made.metadata.resourceVersion!, all))).toEqual({
          status: 200,
          body: labelled(made, all),
        })
      },
    },
    {
      name: `${type} with dryRun stores nothing`,
      applies: writable,
      async run(trial) {
        const made = await trial.make()
        expect(await send(trial, made, labels({ ...kept(made), touched: 'yes' }), { dryRun: 'All' })).toEqual({
          status: 200,
          body: labelled(made, { touched: 'yes' }, 0),
        })
        expect(await trial.read(made)).toEqual(made)
      },
    },
    {
      name: `${type} of a missing object fails`,
      applies: writable,
      async run({ def, ask, collection }) {
        expect(await ask('PATCH', `${collection}/nothing`, { type, body: labels({}) })).toEqual({
          status: 404,
          body: missing(def, 'nothing'),
        })
      },
    },
    {
      name: `${type} cannot change the name`,
      applies: writable,
      async run(trial) {
        const made = await trial.make()
        const body =
          type === 'application/json-patch+json'
            ? [{ op: 'replace', path: '/metadata/name', value: 'other' }]
            : { metadata: { name: 'other' } }
        expect(await send(trial, made, body)).toEqual({
          status: 400,
          body: failure(
            400,
            'BadRequest',
            `the name of the object (other) does not match the name on the URL (${made.metadata.name})`,
          ),
        })
      },
    },
  ]
}

/** Cases of PATCH, in each of its formats. */
export const patchCases: readonly Case[] = [
  ...patches.flatMap(casesOf),
  {
    name: 'a JSON patch whose test fails changes nothing',
    applies: writable,
    async run({ item, ask, make, read }) {
      const made = await make()
      const body = [
        { op: 'add', path: '/metadata/annotations', value: { a: 'b' } },
        { op: 'test', path: '/metadata/name', value: 'other' },
      ]
      expect(await ask('PATCH', item(made), { type: 'application/json-patch+json', body })).toMatchObject({
        status: 422,
        body: { reason: 'Invalid', code: 422 },
      })
      expect(await read(made)).toEqual(made)
    },
  },
  {
    name: 'a patch with an unsupported Content-Type is refused',
    applies: writable,
    async run({ item, ask, make, read }) {
      const made = await make()
      expect(await ask('PATCH', item(made), { type: 'text/plain', body: '{}' })).toMatchObject({
        status: 415,
        body: { reason: 'UnsupportedMediaType', code: 415 },
      })
      expect(await read(made)).toEqual(made)
    },
  },
]
