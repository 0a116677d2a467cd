import { expect, test } from 'vitest'
import { openApiOf } from '../../../../src/server/discovery/openapi/answer.js'
import { flag, joined, message, text, texts } from '../../../../src/server/discovery/openapi/protobuf.js'
import { descriptions, registryOf, swaggerOf } from './documents.js'
import { readDocument } from './gnostic.js'

test.each(['example', 'kubernetes'] as const)('the protobuf document decodes to the JSON one (%s)', (profile) => {
  const registry = registryOf(profile)
  const { body } = openApiOf(registry, descriptions).v2('protobuf')
  expect(readDocument(body as Uint8Array)).toEqual(swaggerOf(registry))
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
  ['joined fields', joined([text(1, 'a'), flag(2, true)]), '0a01611001'],
])('encodes %s', (_, bytes, hex) => {
  expect(Buffer.from(bytes).toString('hex')).toBe(hex)
})
