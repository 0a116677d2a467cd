import { compareBytes } from '../base/json/json.js'
import { createLateLibrary } from '../base/turns/late-library.js'
import { type Decoded, DecodeError, decode } from './decode.js'
import type { Schema } from './types.js'

// Loaded on demand: most patches fit.
const conversion = createLateLibrary(() => import('./convert-value.js'))

/**
 * Decodes the result of a strategic merge patch as the server does: from Go maps rather than from JSON, with different
 * error messages, and with integers truncated to their size. Parts shared with `decoded` are reused as in {@link
 * decode}.
 *
 * @throws DecodeError for the first value that does not fit, in schema order
 */
export function convert<T>(schema: Schema, value: unknown, decoded?: object): Decoded<T> {
  const quick = attempt<T>(schema, value, decoded)
  if (quick?.faults.length === 0) return quick
  const faults: string[] = []
  const converted = conversion.needed().convertValue(schema, value, '', faults)
  // Unknown fields are reported in the order of their error texts.
  return { object: decode<T>(schema, converted).object, faults: faults.sort(compareBytes) }
}

function attempt<T>(schema: Schema, value: unknown, decoded: object | undefined): Decoded<T> | undefined {
  try {
    return decode<T>(schema, value, undefined, decoded)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}
