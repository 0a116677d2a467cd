import fc from 'fast-check'
import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { describe, expect, test } from 'vitest'
import { ProtobufFault } from '../../../src/server/wire/protobuf/fault.js'
import { kubernetesProfile } from '../../profiles.js'
import { messagesOf } from '../../../src/server/wire/protobuf/table.js'
import { decodeMessage, decodeObject } from '../../../src/server/wire/protobuf/request-body.js'
import { bytesOf, join, message, samples } from './protobuf-bytes.js'

const MESSAGES = messagesOf(kubernetesProfile)

describe('samples of a Go client are decoded', () => {
  test.each(samples.map((sample) => [sample.apiVersion, sample.kind, sample] as const))('%s %s', (_, __, sample) => {
    expect(decodeObject(bytesOf(sample), { apiVersion: '', kind: '', message: '' }, MESSAGES)).toEqual({
      value: sample.json,
    })
  })

  test('truncated or changed anywhere, or fail with messages of Go', () => {
    const GO = /^(unexpected EOF|empty (data|body)|proto: .+|provided data does not appear .+|Time\.MarshalJSON: .+)$/
    const { length } = samples
    const odd: string[] = []
    fc.assert(
      fc.property(fc.nat(length - 1), fc.nat(), fc.nat(255), fc.boolean(), (index, at, byte, cut) => {
        const bytes = bytesOf(samples[index]!)
        const place = at % bytes.length
        if (!cut) bytes[place] = byte
        const { error } = decodeObject(
          cut ? bytes.subarray(0, place) : bytes,
          { apiVersion: 'v1', kind: 'Pod', message: 'core.v1.Pod' },
          MESSAGES,
        )
        if (error !== undefined && !GO.test(error)) odd.push(error)
      }),
      { seed: 7, numRuns: 2000 },
    )
    expect(odd).toEqual([])
  })
})

// Fields encoded by hand, and the JSON they decode to.
describe('values are decoded', () => {
  const varint = (number: number, value: bigint) => new BinaryWriter().tag(number, 0).int64(value).finish()
  test.each<[string, string, Uint8Array, unknown]>([
    ['a time', 'meta.v1.Time', join(varint(1, 1_714_557_600n), varint(2, 999n)), '2024-05-01T10:00:00Z'],
    ['the epoch', 'meta.v1.Time', join(varint(1, 0n), varint(2, 0n)), '1970-01-01T00:00:00Z'],
    ['a time before it', 'meta.v1.Time', varint(1, -1n), '1969-12-31T23:59:59Z'],
    ['a missing time', 'meta.v1.Time', join(), undefined],
    [
      'microseconds, truncated',
      'meta.v1.MicroTime',
      join(varint(1, 1_714_557_600n), varint(2, 123_456_999n)),
      '2024-05-01T10:00:00.123456Z',
    ],
    ['a quantity', 'api.resource.Quantity', message([[1, '1500m']]), '1500m'],
    ['a number', 'util.intstr.IntOrString', join(varint(1, 0n), varint(2, -3n), message([[3, '']])), -3],
    ['a percentage', 'util.intstr.IntOrString', join(varint(1, 1n), varint(2, 0n), message([[3, '25%']])), '25%'],
    [
      'pointers to zero are kept',
      'meta.v1.DeleteOptions',
      join(varint(1, 0n), varint(3, 0n), message([[4, '']])),
      { gracePeriodSeconds: 0, orphanDependents: false, propagationPolicy: '' },
    ],
    [
      'zero values are left out',
      'meta.v1.OwnerReference',
      message([
        [1, ''],
        [3, ''],
        [4, ''],
        [5, ''],
      ]),
      { apiVersion: '', kind: '', name: '', uid: '' },
    ],
    [
      '64 bits',
      'meta.v1.DeleteOptions',
      varint(1, 9_007_199_254_740_993n),
      { gracePeriodSeconds: 9_007_199_254_740_993n },
    ],
    [
      'a packed list of numbers',
      'core.v1.PodSecurityContext',
      message([[4, Uint8Array.of(1, 0xac, 2)]]),
      { supplementalGroups: [1, 300] },
    ],
    [
      'an unpacked list of numbers',
      'core.v1.PodSecurityContext',
      join(varint(4, 1n), varint(4, 300n)),
      { supplementalGroups: [1, 300] },
    ],
    [
      'bytes',
      'core.v1.Secret',
      message([
        [
          2,
          message([
            [1, 'k'],
            [2, Uint8Array.of(255, 0)],
          ]),
        ],
      ]),
      { metadata: { creationTimestamp: null }, data: { k: '/wA=' } },
    ],
    [
      'a key without a value',
      'core.v1.ConfigMap',
      message([[2, message([[1, 'k']])]]),
      { metadata: { creationTimestamp: null }, data: { k: '' } },
    ],
    [
      'fields of a later release, skipped',
      'core.v1.NamespaceStatus',
      join(message([[99, 'x']]), varint(98, 1n), message([[1, 'Active']])),
      { phase: 'Active' },
    ],
  ])('%s', (_, name, bytes, value) => expect(decodeMessage(name, bytes, MESSAGES)).toEqual(value))

  test('a map with the key __proto__', () => {
    const value = decodeMessage(
      'meta.v1.LabelSelector',
      message([
        [
          1,
          message([
            [1, '__proto__'],
            [2, 'x'],
          ]),
        ],
      ]),
      MESSAGES,
    )
    expect(JSON.stringify(value)).toBe('{"matchLabels":{"__proto__":"x"}}')
  })

  test.each<[string, Uint8Array, string]>([
    ['truncated', message([[1, 'abc']]).subarray(0, 3), 'unexpected EOF'],
    ['wrong wire type', varint(1, 1n), 'proto: wrong wireType = 0 for field Phase'],
    ['field 0', Uint8Array.of(0, 0), 'proto: NamespaceStatus: illegal tag 0 (wire type 0)'],
    ['wire type 7', Uint8Array.of(0x17), 'proto: illegal wireType 7'],
    ['end group without a group', Uint8Array.of(0x0c), 'proto: NamespaceStatus: wiretype end group for non-group'],
    ['an integer that never ends', new Uint8Array(12).fill(0xff), 'proto: integer overflow'],
  ])('or fail as in Go when malformed: %s', (_, bytes, error) =>
    expect(() => decodeMessage('core.v1.NamespaceStatus', bytes, MESSAGES)).toThrow(new ProtobufFault(error)),
  )
})
