import { isObject, setOwn } from '../base/json.js'
import { treeOf } from '../base/json-tree.js'
import { type ReadYaml, readYaml, startReading } from '../yaml/read.js'
import { decodeYamlText } from '../yaml/text.js'
import type { Parsed } from './body.js'

/** Reads YAML as a server does. */
export function parseYaml(bytes: Uint8Array): Parsed {
  return parsedOf(readYaml(decodeYamlText(bytes)))
}

/** Bytes of a text that others should not have to wait for. */
export const LONG_YAML = 32 * 1024
// What is read of it at once, within a few milliseconds.
const SLICE = 1000

/** Reads a long text, letting others work between its parts. */
export async function parseLongYaml(bytes: Uint8Array, pause: () => Promise<void>): Promise<Parsed> {
  const reading = startReading(decodeYamlText(bytes))
  for (;;) {
    const read = reading(SLICE)
    if (read) return parsedOf(read)
    await pause()
  }
}

function parsedOf(read: ReadYaml): Parsed {
  if (read.error !== undefined) return { error: read.error }
  const { value, duplicates, hasBigint } = read
  return {
    ...(hasBigint ? { value: withoutBigints(value), written: treeOf(value) } : { value }),
    ...(duplicates.length > 0 ? { duplicates } : {}),
  }
}

/** The value with JavaScript's nearest in place of numbers it does not hold. */
function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(withoutBigints)
  if (!isObject(value)) return value
  const object: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) setOwn(object, name, withoutBigints(member))
  return object
}
