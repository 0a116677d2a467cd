import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StartedCluster, startCluster } from '../../../src/node.js'

let started: StartedCluster
beforeAll(async () => {
  started = await startCluster()
})
afterAll(() => started.close())

const MARK = [0xef, 0xbb, 0xbf]
const bytes = (text: string) => [...text].map((character) => character.charCodeAt(0))

/** Bodies as bytes, and the reply to a create with each. */
const bodies: readonly (readonly [what: string, type: string, body: readonly number[], answer: unknown])[] = [
  [
    'with a byte order mark before JSON',
    'json',
    [...MARK, ...bytes('{}')],
    "the object provided is unrecognized (must be of type Lease): couldn't get version/kind; json parse error: invalid character 'ï' looking for beginning of value (efbbbf7b7d)",
  ],
  ['with a byte order mark before YAML', 'yaml', [...MARK, ...bytes('metadata: { name: a }')], {}],
  [
    'with a byte that is not UTF-8',
    'json',
    bytes('{"metadata":{"name":"a","annotations":{"a":"\xff"}}}'),
    { a: '\ufffd' },
  ],
]

describe.each(['a socket', 'a call'])('a body over %s', (way) => {
  test.each(bodies)('%s', async (_what, type, body, answer) => {
    const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases?dryRun=All'
    const init = { method: 'POST', headers: { 'Content-Type': `application/${type}` }, body: new Uint8Array(body) }
    const reply = await (way === 'a socket' ? fetch(started.url + path, init) : started.cluster.fetch(path, init))
    const { message, metadata } = (await reply.json()) as {
      readonly message?: string
      readonly metadata: { readonly annotations?: object }
    }
    expect(message ?? metadata.annotations ?? {}).toEqual(answer)
  })
})
