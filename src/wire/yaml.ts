import { treeOf } from '../base/json-tree.js'
import { withNumbers } from '../yaml/numbers.js'
import { readYaml } from '../yaml/read.js'
import { decodeYamlText } from '../yaml/text.js'
import type { Parsed } from './body.js'

/** Reads YAML as a server does. */
export function parseYaml(bytes: Uint8Array): Parsed {
  const read = readYaml(decodeYamlText(bytes))
  if (read.error !== undefined) return { error: read.error }
  const { value, duplicates } = read
  const rounded = withNumbers(value)
  return {
    value: rounded,
    ...(rounded === value ? {} : { written: treeOf(value) }),
    ...(duplicates.length > 0 ? { duplicates: duplicates.map(({ message }) => message) } : {}),
  }
}
