import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { type Answered, errorFormat, handlerFormat, passRouter } from '../../../src/server/wire/accept.js'
import { parseAccept } from '../../../src/server/wire/accept-clauses.js'

const json = { media: 'json' }
const yaml = { media: 'yaml' }
const protobuf = { media: 'protobuf' }
const table = { media: 'json', as: { kind: 'Table', version: 'v1' } }
const raw = { media: 'json', pretty: true }
const asTable = 'application/json;as=Table;v=v1;g=meta.k8s.io'

const custom = { component: 'com.example.v1.Widget', structural: { type: 'object' } } as const

const negotiate = (accept: string | null, answered: Answered) => {
  passRouter(accept, answered)
  return handlerFormat(accept, answered)
}

describe('parseAccept', () => {
  test.each([
    ['text/html,application/xml;q=0.9,*/*;q=0.8', ['text/html', 'application/xml', '*/*']],
    ['application/yaml;q=0.5,application/json', ['application/json', 'application/yaml']],
    ['application/yaml;q=0.5,application/json;q=x', ['application/yaml', 'application/json']],
    ['*/*,application/yaml;q=0.1', ['application/yaml', '*/*']],
    ['application/yaml;q=0.1,*/*', ['*/*', 'application/yaml']],
    ['application/*,application/yaml', ['application/yaml', 'application/*']],
    [' * , json, a/b/c , application / yaml ', ['application/yaml', '*/*']],
  ])('orders the clauses of %s as %j', (header, types) => {
    expect(parseAccept(header).map(({ type }) => type)).toEqual(types)
  })

  test('separates quality from parameters, and drops parameters without a value', () => {
    expect(parseAccept('application/json; as=Table ;g=meta.k8s.io;q=0.4;x;y=1=2')).toEqual([
      {
        type: 'application/json',
        parameters: new Map([
          ['as', 'Table'],
          ['g', 'meta.k8s.io'],
        ]),
        quality: 0.4,
      },
    ])
  })
})

test.each([
  [null, json],
  ['', json],
  ['*/*', json],
  ['application/json', json],
  ['application/json;charset=utf-8', json],
  ['application/json;stream=watch', json],
  ['application/json;sv=v1', json],
  ['application/json;pretty=1', raw],
  ['application/yaml', yaml],
  ['application/yaml;q=0.5,application/json;q=0.6', json],
  ['application/vnd.kubernetes.protobuf', protobuf],
  ['application/vnd.kubernetes.protobuf;stream=watch', protobuf],
  ['application/vnd.kubernetes.protobuf;pretty=1', protobuf],
  ['application/vnd.kubernetes.protobuf,application/json', protobuf],
  ['application/json,application/vnd.kubernetes.protobuf', json],
  ['application/vnd.kubernetes.protobuf;q=0.1,application/yaml', yaml],
  ['text/html,application/xhtml+xml,*/*;q=0.8', json],
  [asTable, table],
  [`${asTable},application/json`, table],
  ['application/json;as=Table;v=v1beta1;g=meta.k8s.io', { media: 'json', as: { kind: 'Table', version: 'v1beta1' } }],
  ['application/yaml;as=Table;v=v1;g=meta.k8s.io', { media: 'yaml', as: { kind: 'Table', version: 'v1' } }],
  [
    '*/*;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
    { media: 'json', as: { kind: 'PartialObjectMetadataList', version: 'v1' } },
  ],
  ['application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,application/json', json],
  [
    'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json',
    { media: 'protobuf', as: { kind: 'PartialObjectMetadata', version: 'v1' } },
  ],
  ['application/json;as=Odd;v=v1;g=meta.k8s.io,application/yaml', yaml],
  ['application/json;as=Table;v=v2;g=meta.k8s.io,application/json', json],
  ['application/json;as=Table;v=v1;g=other,application/json', json],
])('Accept %j is answered as %j', (accept, view) => {
  expect(negotiate(accept, 'collection')).toEqual(view)
})

const ALL = 'application/json, application/yaml, application/vnd.kubernetes.protobuf'
const STREAMS = 'application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch'
const status = (message: string, details?: object) => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason: 'NotAcceptable',
  ...(details ? { details } : {}),
  code: 406,
})
const router = (types: string) => status(`406: Not Acceptable\n\nAvailable representations: ${types}`, {})
const handler = (types: string) => status(`only the following media types are accepted: ${types}`)

test.each<[string, Answered, object]>([
  ['text/html', 'object', router(ALL)],
  ['text/html', 'document', router(ALL)],
  ['text/html', 'collection', router(`${ALL}, ${STREAMS}`)],
  ['application/*', 'object', router(ALL)],
  ['application/json;as=Odd;v=v1;g=meta.k8s.io', 'object', handler(ALL)],
  ['application/json;as="Table";v=v1;g=meta.k8s.io', 'object', handler(ALL)],
  ['application/json;v=v1', 'object', handler(ALL)],
  ['application/json;stream=other', 'collection', handler(ALL)],
  ['application/yaml;stream=watch', 'collection', handler(ALL)],
  ['application/json;sv=v2', 'object', handler(ALL)],
  ['application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io', 'object', handler(ALL)],
  [asTable, 'document', handler(ALL)],
])('Accept %j of %s is refused', (accept, answered, refusal) => {
  expect(() => negotiate(accept, answered)).toThrow(expect.objectContaining({ status: refusal }))
})

describe('a handler of custom resources, which have no protobuf,', () => {
  test.each([
    ['application/vnd.kubernetes.protobuf,application/json', json],
    ['application/vnd.kubernetes.protobuf,application/yaml', yaml],
    [
      'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
      { media: 'protobuf', as: { kind: 'PartialObjectMetadataList', version: 'v1' } },
    ],
  ])('Accept %j is answered as %j', (accept, view) => {
    expect(handlerFormat(accept, 'collection', custom)).toEqual(view)
  })

  test('refuses Accept of protobuf alone', () => {
    expect(() => handlerFormat('application/vnd.kubernetes.protobuf', 'collection', custom)).toThrow(
      expect.objectContaining({ status: handler(ALL) }),
    )
  })
})

test.each([
  [null, json],
  ['application/json', json],
  ['application/yaml', yaml],
  ['application/vnd.kubernetes.protobuf', protobuf],
  [`${asTable},application/json`, json],
  ['application/yaml;as=Table;v=v1;g=meta.k8s.io,application/yaml', yaml],
  [asTable, raw],
  ['text/html', raw],
  ['application/json;sv=v1', raw],
])('an error is written for %j as %j', (accept, view) => {
  expect(errorFormat(accept)).toEqual(view)
})

describe('over the API', () => {
  const get = async (path: string, headers: Record<string, string>) => {
    const reply = await createCluster({ profile: 'example', seed: 1 }).fetch(`/api/v1/namespaces${path}`, { headers })
    return [reply.status, reply.headers.get('content-type'), await reply.text()] as const
  }
  const missing = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'namespaces "x" not found',
    reason: 'NotFound',
    details: { name: 'x', kind: 'namespaces' },
    code: 404,
  }
  const inYaml =
    'apiVersion: v1\ncode: 404\ndetails:\n  kind: namespaces\n  name: x\nkind: Status\nmessage: namespaces "x" not found\nmetadata: {}\nreason: NotFound\nstatus: Failure\n'

  test.each([
    ['application/yaml', 'application/yaml', inYaml],
    ['application/json', 'application/json', `${JSON.stringify(missing)}\n`],
    [`${asTable},application/json`, 'application/json', `${JSON.stringify(missing)}\n`],
    [asTable, 'application/json', JSON.stringify(missing, null, 2)],
    ['application/yaml;as=Table;v=v1;g=meta.k8s.io,application/yaml', 'application/yaml', inYaml],
  ])('a 404 for %s', async (accept, type, body) => {
    expect(await get('/x', { accept })).toEqual([404, type, body])
  })

  test.each([
    ['', { 'user-agent': 'curl/8.5.0' }, true],
    ['', { 'user-agent': 'Wget/1.21' }, true],
    ['', { 'user-agent': 'Mozilla/5.0 (X11)' }, true],
    ['', { 'user-agent': 'kubectl/v1.33.9' }, false],
    ['?pretty=false', { 'user-agent': 'curl/8.5.0' }, false],
    ['?pretty=yes', { 'user-agent': 'curl/8.5.0' }, false],
    ['?pretty=', { 'user-agent': 'curl/8.5.0' }, true],
    ['?pretty=1', { 'user-agent': 'kubectl/v1.33.9' }, true],
    ['', { 'user-agent': 'kubectl/v1.33.9', accept: 'application/json;pretty=1' }, true],
  ])('%s %j: indented, without a newline at its end: %s', async (query, headers, pretty) => {
    const [, , body] = await get(`/default${query}`, headers)
    expect(body).toBe(pretty ? JSON.stringify(JSON.parse(body), null, 2) : `${JSON.stringify(JSON.parse(body))}\n`)
  })

  test('a watch has no frames in YAML, whatever else would do; what is wrong with its options comes first', async () => {
    const accept = 'application/yaml,application/json'
    expect(await get('?watch=1', { accept })).toEqual([
      406,
      'application/yaml',
      `apiVersion: v1\ncode: 406\nkind: Status\nmessage: 'only the following media types are accepted: application/json;stream=watch,\n  application/vnd.kubernetes.protobuf;stream=watch'\nmetadata: {}\nreason: NotAcceptable\nstatus: Failure\n`,
    ])
    expect((await get('?watch=1&fieldSelector=x', { accept }))[0]).toBe(400)
  })

  test('discovery takes no other shape', async () => {
    const reply = await createCluster({ profile: 'example' }).fetch('/apis', { headers: { accept: asTable } })
    expect([reply.status, await reply.json()]).toEqual([406, handler(ALL)])
  })
})
