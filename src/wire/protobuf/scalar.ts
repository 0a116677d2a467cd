import { type BinaryReader, WireType, base64Encode } from '@bufbuild/protobuf/wire'
import type { Field, Scalar } from './table.js'

/** The wire type of what a field holds. */
export function wireTypeOf(type: Field['type']): WireType {
  if (type === 'bool' || type === 'int32' || type === 'int64') return WireType.Varint
  return type === 'float64' ? WireType.Bit64 : WireType.LengthDelimited
}

/** The zero value of a scalar; undefined for a message. */
export function zeroOf(type: Field['type']): unknown {
  if (type === 'message') return undefined
  return type === 'bool' ? false : wireTypeOf(type) === WireType.LengthDelimited ? '' : 0
}

/** Tells whether a scalar is the zero value of its type. */
export const isZero = (value: unknown): boolean => value === '' || value === 0 || value === false

/** Reads a scalar as JSON. */
export function readScalar(reader: BinaryReader, type: Scalar): unknown {
  switch (type) {
    case 'string':
      return reader.string()
    case 'bytes':
      return base64Encode(reader.bytes(), 'std')
    case 'json':
      return parseRaw(reader.string())
    case 'bool':
      return reader.bool()
    case 'int32':
      return reader.int32()
    case 'int64':
      // Beyond a double's integers it is rounded, as the same number in a JSON body is.
      return Number(reader.int64())
    case 'float64':
      return reader.double()
  }
}

function parseRaw(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
