import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'
import { openApiOf } from '../../../../src/server/discovery/openapi/answer.js'
import {
  flag,
  joined,
  message,
  number,
  text,
  texts,
  truth,
  whole,
} from '../../../../src/server/discovery/openapi/protobuf.js'
import { descriptions, documentsV3, registryOf, swaggerOf } from './documents.js'
import { readDocument, readDocumentV3 } from './gnostic.js'

test.each(['example', 'kubernetes'] as const)('the protobuf document decodes to the JSON one (%s)', (profile) => {
  const registry = registryOf(profile)
  const { body } = openApiOf(registry, descriptions).v2('protobuf')
  expect(readDocument(body as Uint8Array)).toEqual(swaggerOf(registry))
})

test.each(['example', 'kubernetes'] as const)('each document of v3 decodes to the JSON one (%s)', (profile) => {
  const registry = registryOf(profile)
  const documents = openApiOf(registry, descriptions)
  for (const [part, document] of documentsV3(registry))
    expect([part, readDocumentV3(documents.v3(part, 'protobuf')?.body as Uint8Array)]).toEqual([part, document])
})

test('all that a schema of a definition may have is in its documents in protobuf', async () => {
  const cluster = createCluster()
  const schema = {
    type: 'object',
    properties: {
      text: {
        type: 'string',
        title: 'Text',
        pattern: '^a',
        minLength: 1,
        maxLength: 300,
        nullable: true,
        default: 'a',
      },
      whole: { type: 'integer', format: 'int32', minimum: -1, maximum: 5, exclusiveMaximum: true, default: 0 },
      part: { type: 'number', multipleOf: 0.5, minimum: 1.5, exclusiveMinimum: true, default: 2.5 },
      yes: { type: 'boolean', default: false },
      list: { type: 'array', items: { type: 'string', enum: ['a', '1'] }, minItems: 1, maxItems: 2 },
      map: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1, maxProperties: 2 },
      either: { type: 'string', oneOf: [{ pattern: 'a' }, { pattern: 'b' }], not: { enum: ['ab'] } },
      number: { 'x-kubernetes-int-or-string': true },
    },
    'x-kubernetes-validations': [{ rule: `self.part > 1.0 || self.text.contains('${'a long text, '.repeat(10)}')` }],
  }
  await cluster.create('CustomResourceDefinition', {
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  })
  for (const [path, version, read] of [
    ['/openapi/v3/apis/example.com/v1', 3, readDocumentV3],
    ['/openapi/v2', 2, readDocument],
  ] as const) {
    const document = (accept: string) => cluster.fetch(path, { headers: { accept } })
    const written = await document(`application/com.github.proto-openapi.spec.v${version}@v1.0+protobuf`)
    const inJson = await document('application/json')
    expect(read(new Uint8Array(await written.arrayBuffer()))).toEqual(await inJson.json())
  }
})

test.each([
  ['a string', text(1, 'ab'), '0a026162'],
  ['a string with multi-byte characters', text(2, 'é’'), '1205c3a9e28099'],
  ['a missing string', text(1, undefined), ''],
  ['an empty string', text(1, ''), ''],
  ['a field above 15', text(31, 'x'), 'fa010178'],
  ['true', flag(4, true), '2001'],
  ['true, above 15', flag(20, true), 'a00101'],
  ['false', flag(4, false), ''],
  ['repeated strings', texts(3, ['a', '']), '1a01611a00'],
  ['a message', message(8, text(1, 'a'), flag(2, true)), '42050a01611001'],
  ['an empty message', message(8), '4200'],
  ['a length above 127', message(1, text(1, 'x'.repeat(200))), `0acb010ac801${'78'.repeat(200)}`],
  ['one of several: false', truth(2, false), '1000'],
  ['a natural number', whole(15, 300), '78ac02'],
  ['a natural number beyond 32 bits', whole(15, 2 ** 40), '78808080808020'],
  ['zero', whole(15, 0), ''],
  ['a floating point number', number(10, 0.5), '51000000000000e03f'],
  ['one of several: zero', number(1, 0), '090000000000000000'],
  ['joined fields', joined([text(1, 'a'), flag(2, true)]), '0a01611001'],
])('encodes %s', (_, bytes, hex) => {
  expect(Buffer.from(bytes).toString('hex')).toBe(hex)
})
