import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { registryOf } from '../../../src/kinds/served-kinds.js'
import { bodyKind, subresourcesOf } from '../../../src/model/registry/subresource-of.js'
import { exampleProfile } from '../../../src/model/registry/profile.js'
import { kubernetesProfile } from '../../profiles.js'
import { messagesOf } from '../../../src/server/wire/protobuf/table.js'
import { decodeObject } from '../../../src/server/wire/protobuf/request-body.js'
import { binaryEncoderOf } from '../../../src/server/wire/protobuf/reply.js'

const MESSAGES = messagesOf(kubernetesProfile)

type Golden = { readonly protobuf: string; readonly json: { readonly apiVersion: string; readonly kind: string } }

/** Protobuf that a Go program wrote of every kind, and the JSON it decoded from that; see protobuf-golden/README.md. */
const golden = gunzipSync(readFileSync(new URL('protobuf-golden/golden.ndjson.gz', import.meta.url)))
  .toString()
  .trim()
  .split('\n')
  // The format that the program writes.
  .map((line) => JSON.parse(line) as Golden)

const nothing = { apiVersion: '', kind: '', message: '' }
const nameOf = ({ apiVersion, kind }: Golden['json']) => `${apiVersion} ${kind}`
const bytesOf = ({ protobuf }: Golden) => new Uint8Array(Buffer.from(protobuf, 'base64'))
const written = (body: unknown) => binaryEncoderOf(kubernetesProfile).body({ type: 'document', code: 200, body })
const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex')

describe.each(golden.map((each, i) => [nameOf(each.json), i % 2 === 0 ? 'full' : 'empty', each] as const))(
  '%s, %s',
  (_, __, each) => {
    test('is encoded as by Go', () => {
      expect(hex(written(each.json))).toBe(hex(bytesOf(each)))
    })

    test('is decoded as by Go', () => {
      expect(decodeObject(bytesOf(each), nothing, MESSAGES)).toEqual({ value: each.json })
    })
  },
)

test('the golden file has every kind, with lists and kinds of subresources', () => {
  const there = new Set(golden.map(({ json }) => nameOf(json)))
  const missing = registryOf(kubernetesProfile, [])
    .kinds()
    .flatMap((def) => {
      const carried = subresourcesOf(def).map(([name]) => bodyKind(def, name))
      const list = { apiVersion: def.apiVersion, kind: def.names.listKind }
      const isStored = def.subresources.main.verbs.includes('list')
      return [def, ...carried, ...(isStored ? [list] : [])].map(nameOf).filter((name) => !there.has(name))
    })
  expect(missing).toEqual([])
})

test('fields have the names of the profile', () => {
  const node = (member: string) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { creationTimestamp: null },
    status: { nodeInfo: { [member]: 'v1.33.0' } },
  })
  const body = binaryEncoderOf(exampleProfile).body({ type: 'document', code: 200, body: node('agentVersion') })
  expect(hex(body)).toBe(hex(written(node('kubeletVersion'))))
  expect(hex(body)).toContain(Buffer.from('v1.33.0').toString('hex'))
})

test('null and empty bytes are encoded differently', () => {
  const secret = (data: unknown) => ({ apiVersion: 'v1', kind: 'Secret', metadata: {}, data })
  const at = (value: unknown) => hex(written(value))?.replace(/^.*4200/, '')
  expect([at(secret({ a: 'AP8=' })), at(secret({ a: '' })), at(secret({ a: null }))]).toEqual([
    '12070a0161120200ff1a001a002200',
    '12050a016112001a001a002200',
    '12030a01611a001a002200',
  ])
})

test('values that are not API objects have no protobuf encoding', () => {
  expect([written({ major: '1' }), written([]), written({ apiVersion: 'x/v1', kind: 'Y' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
