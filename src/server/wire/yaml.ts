import { treeOf } from '../../base/json/json-tree.js'
import { withNumbers } from '../../base/yaml/numbers.js'
import { type ReadYaml, readYaml, startReading } from '../../base/yaml/read.js'
import { decodeYamlText } from '../../base/yaml/text.js'
import type { Parsed } from './body.js'

/** Parses YAML like a server. */
export const parseYaml = (bytes: Uint8Array): Parsed => parsedOf(readYaml(decodeYamlText(bytes)))

/** Size in bytes from which a text is parsed over several event-loop turns. */
export const LONG_YAML = 32 * 1024
// Until all of them are read, each value takes as much memory as thirty characters of text, and may be a single
// character.
const MOST_VALUES = 500_000
// Number of steps per turn, which take a few milliseconds.
const SLICE = 1000

/** Parses a long text, yielding to other work between its parts. */
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
