import { treeOf } from '../base/json-tree.js'
import { withNumbers } from '../yaml/numbers.js'
import { type ReadYaml, readYaml, startReading } from '../yaml/read.js'
import { decodeYamlText } from '../yaml/text.js'
import type { Parsed } from './body.js'

/** Reads YAML as a server does. */
export const parseYaml = (bytes: Uint8Array): Parsed => parsedOf(readYaml(decodeYamlText(bytes)))

/** Bytes of a text that others should not have to wait for. */
export const LONG_YAML = 32 * 1024
// What is kept of each until all are read takes as much as thirty characters of the text, and a value may be one.
const MOST_VALUES = 500_000
// What is read of it at once, within a few milliseconds.
const SLICE = 1000

/** Reads a long text, letting others work between its parts. */
export async function parseLongYaml(bytes: Uint8Array, pause: () => Promise<void>): Promise<Parsed> {
  const readOn = startReading(decodeYamlText(bytes), MOST_VALUES)
  for (;;) {
    const read = readOn(SLICE)
    if (read) return parsedOf(read)
    await pause()
  }
}

function parsedOf(read: ReadYaml): Parsed {
  if (read.error !== undefined) return { error: read.error }
  const { value, hasBigints, duplicates } = read
  return {
    ...(hasBigints ? { value: withNumbers(value), written: treeOf(value) } : { value }),
    ...(duplicates.length > 0 ? { duplicates: duplicates.map(({ message }) => message) } : {}),
  }
}
