import { expect, test } from 'vitest'
import { createMessageWriters, BackwardWriter } from '../../../src/server/wire/protobuf/reply.js'
import { decodeMessage } from '../../../src/server/wire/protobuf/request-body.js'
import { kubernetesProfile } from '../../profiles.js'
import { messagesOf } from '../../../src/server/wire/protobuf/table.js'

const SCHEMA = 'apiextensions.v1.JSONSchemaProps'
const MESSAGES = messagesOf(kubernetesProfile)

test.each([[false], [0], [''], [true], [1], ['a'], [[]], [{}]])('a JSON field of a message can hold %j', (value) => {
  const schema = { type: 'string', default: value, enum: [value, 'x'] }
  const writer = new BackwardWriter()
  createMessageWriters(MESSAGES)(SCHEMA)(writer, schema)
  expect(decodeMessage(SCHEMA, writer.copy(), MESSAGES)).toMatchObject(schema)
})
