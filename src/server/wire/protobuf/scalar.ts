import { type BinaryReader, WireType, base64Encode } from '@bufbuild/protobuf/wire'
import { TOO_DEEP } from '../../../base/json/json-depth.js'
import { unheldNumber } from '../../../base/json/json-tree.js'
import { parseInnerJson } from '../long-body.js'
import { ProtobufFault } from './fault.js'
import type { Field, Scalar } from './table.js'

/** Returns the wire type of a field's values. */
export function wireTypeOf(type: Field['type']): WireType {
  if (type === 'bool' || type === 'int32' || type === 'int64') return WireType.Varint
  return type === 'float64' ? WireType.Bit64 : WireType.LengthDelimited
}

/** Returns the zero value of a scalar; undefined for a message. */
export function zeroOf(type: Field['type']): unknown {
  if (type === 'message') return undefined
  return type === 'bool' ? false : wireTypeOf(type) === WireType.LengthDelimited ? '' : 0
}

/** Tells whether a scalar is the zero value of its type. */
export const isZero = (value: unknown): boolean => value === '' || value === 0 || value === false

/** Decodes a scalar to JSON. */
export function readScalar(reader: BinaryReader, type: Scalar): unknown {
  switch (type) {
    case 'string':
      return reader.string()
    case 'bytes':
      return base64Encode(reader.bytes(), 'std')
    case 'json':
      return parseRaw(reader.bytes())
    case 'bool':
      return reader.bool()
    case 'int32':
      return reader.int32()
    case 'int64':
      return inJavaScript(BigInt(reader.int64()))
    case 'float64':
      return reader.double()
  }
}

/** Returns a number if it is exact in JavaScript, as for a JSON body. */
function inJavaScript(value: bigint): number | bigint {
  const number = Number(value)
  return BigInt(number) === value ? number : value
}

/** Parses JSON inside a message, by the rules for a JSON body. Invalid JSON is no value. */
function parseRaw(bytes: Uint8Array): unknown {
  const { value, error, written } = parseInnerJson(bytes)
  const problem = error?.endsWith(TOO_DEEP) ? error : written && unheldNumber(written)
  if (problem !== undefined) throw new ProtobufFault(problem)
  return value
}
