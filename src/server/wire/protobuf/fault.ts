import { PAUSE } from '../../../base/turns/work-in-parts.js'

/** An error of Go's decoder. */
export class ProtobufFault extends Error {}

/** Runs a decoder, and turns the errors of its library into those of Go's generated code. */
export function inGoWords<T>(message: string, decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (error instanceof ProtobufFault || error === PAUSE || !(error instanceof Error)) throw error
    throw new ProtobufFault(goFault(message, error), { cause: error })
  }
}

function goFault(message: string, error: Error): string {
  if (error instanceof RangeError) return 'unexpected EOF'
  const [, field, type] = /^illegal tag: field no (\d+) wire type (\d+)$/.exec(error.message) ?? []
  if (field === '0') return `proto: ${message}: illegal tag 0 (wire type ${type})`
  if (type !== undefined) return `proto: illegal wireType ${type}`
  return error.message === 'invalid end group tag' ? 'proto: unexpected end of group' : 'proto: integer overflow'
}
