import { expect } from 'vitest'
import { profiles } from '../profiles.js'
import { structNameOf } from '../../src/model/registry/struct-schema.js'
import { decodeObject } from '../../src/server/wire/protobuf/request-body.js'
import { messagesOf } from '../../src/server/wire/protobuf/table.js'
import { binaryEncoderOf } from '../../src/server/wire/protobuf/reply.js'
import type { KubeObject } from '../../src/schema/object.js'
import { type Case, writable } from './cases.js'
import { exampleOf } from './samples.js'
import type { Trial } from './trial.js'

const PROTOBUF = 'application/vnd.kubernetes.protobuf'

/** Cases of requests and replies in protobuf. */
export const protobufCases: readonly Case[] = [
  {
    name: 'protobuf creates, reads, lists and replaces objects as JSON does',
    applies: writable,
    async run(trial) {
      const { collection, item, ask } = trial
      const created = await send(trial, 'POST', collection, exampleOf(trial.def))
      expect(created).toMatchObject({ status: 201, type: PROTOBUF })
      const made = created.value as KubeObject // the created object
      expect(withoutOwners(made)).toEqual((await ask('GET', item(made))).body)
      expect(await send(trial, 'GET', item(made))).toEqual({ status: 200, type: PROTOBUF, value: made })
      const { items } = (await send(trial, 'GET', collection)).value as { readonly items: readonly object[] } // a list
      expect(items.map(withoutOwners)).toEqual((await ask('GET', collection)).body.items)
      const labels = { ...made.metadata.labels, changed: 'ä' }
      const replaced = await send(trial, 'PUT', item(made), { ...made, metadata: { ...made.metadata, labels } })
      expect(replaced).toMatchObject({ status: 422, value: { kind: 'Status', reason: 'Invalid' } })
      const relabelled = { ...made, metadata: { ...made.metadata, labels: { ...labels, changed: 'b' } } }
      expect(await send(trial, 'PUT', item(made), relabelled)).toMatchObject({
        status: 200,
        value: { metadata: { labels: { changed: 'b' } } },
      })
    },
  },
]

async function send({ def, cluster, fetch }: Trial, method: string, path: string, object?: KubeObject) {
  const profile = profiles[cluster.profile]
  const body = object && binaryEncoderOf(profile).body({ type: 'object', code: 200, def, object })
  const response = await fetch(path, {
    method,
    headers: { accept: PROTOBUF, ...(body ? { 'content-type': PROTOBUF } : {}) },
    ...(body ? { body } : {}),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { apiVersion, kind, component } = def
  const decoded = decodeObject(bytes, { apiVersion, kind, message: structNameOf(component) ?? '' }, messagesOf(profile))
  const value = decoded.error === undefined ? decoded.value : decoded.error
  return { status: response.status, type: response.headers.get('content-type'), value }
}

const withoutOwners = <T extends object>(object: T): unknown =>
  JSON.parse(JSON.stringify(object), (key, value: unknown) => (key === 'managedFields' ? undefined : value))
