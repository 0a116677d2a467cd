import { expect, test } from 'vitest'
import { badRequest, failure, StatusError } from '../../../src/base/errors/status.js'
import { decodeMergePatch, type PatchBody } from '../../../src/model/patch/body.js'
import { decodeStrategicPatch } from '../../../src/model/patch/strategic.js'
import { decodeJsonPatch } from '../../../src/model/patch/json-patches.js'

const attempt = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    if (error instanceof StatusError) return error.status
    throw error
  }
}
const bad = (message: string) => badRequest(message).status
const END: PatchBody = { error: 'unexpected end of JSON input' }
const MAP = 'Go value of type map[string]interface {}'

test.each<[PatchBody, boolean, unknown]>([
  [{ value: [] }, false, { operations: [], faults: [] }],
  [{ value: null }, false, { operations: [], faults: [] }],
  [
    { value: [{ op: 'add', path: '/a', value: 1, colour: 'red' }, null] },
    false,
    {
      operations: [{ op: 'add', path: '/a', value: 1, colour: 'red' }, null],
      faults: ['json patch unknown field "[0].colour"'],
    },
  ],
  [{ value: [{ op: 5, colour: 'red' }] }, true, { operations: [{ op: 5, colour: 'red' }], faults: [] }],
  [
    { value: [{ op: 5 }] },
    false,
    bad('error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string'),
  ],
  [
    { value: ['x'] },
    false,
    bad('error decoding patch: json: cannot unmarshal string into Go value of type handlers.jsonPatchOp'),
  ],
  [{ value: [[]] }, true, bad('json: cannot unmarshal array into Go value of type jsonpatch.Operation')],
  [
    { value: {} },
    false,
    bad('error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp'),
  ],
  [{ value: true }, true, bad('json: cannot unmarshal bool into Go value of type jsonpatch.Patch')],
  [END, false, bad('error decoding patch: unexpected end of JSON input')],
  [END, true, bad('unexpected end of JSON input')],
  [
    { value: Array.from({ length: 10001 }, () => ({ op: 'test', path: '' })) },
    false,
    failure(
      413,
      'RequestEntityTooLarge',
      'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    ).status,
  ],
])('decodeJsonPatch %#', (body, ignore, expected) => {
  expect(attempt(() => decodeJsonPatch(body, ignore))).toEqual(expected)
})

test.each<[PatchBody, boolean, unknown]>([
  [{ value: { a: 1 } }, false, { a: 1 }],
  [{ value: [] }, false, bad(`error decoding patch: json: cannot unmarshal array into ${MAP}`)],
  [{ value: 'x' }, false, bad(`error decoding patch: json: cannot unmarshal string into ${MAP}`)],
  [{ value: null }, false, bad('Invalid JSON Patch')],
  [{ value: 'x' }, true, bad('Invalid JSON Patch')],
  [END, false, bad('error decoding patch: unexpected end of JSON input')],
  [END, true, bad('Invalid JSON Patch')],
])('decodeMergePatch %j, ignore %j', (body, ignore, expected) => {
  expect(attempt(() => decodeMergePatch(body, ignore))).toEqual(expected)
})

test.each<[PatchBody, unknown]>([
  [{ value: { a: 1 } }, { a: 1 }],
  [{ value: null }, {}],
  [{ value: [] }, bad(`json: cannot unmarshal array into ${MAP}`)],
  [END, bad('unexpected end of JSON input')],
])('decodeStrategicPatch %j', (body, expected) => {
  expect(attempt(() => decodeStrategicPatch(body))).toEqual(expected)
})
