import { isObject, setOwn } from '../base/json.js'
import { treeOf } from '../base/json-tree.js'
import { readYaml } from '../yaml/read.js'
import { decodeYamlText } from '../yaml/text.js'
import type { Parsed } from './body.js'

/** Reads YAML as a server does. */
export function parseYaml(bytes: Uint8Array): Parsed {
  const read = readYaml(decodeYamlText(bytes))
  if (read.error !== undefined) return { error: read.error }
  const { value, duplicates } = read
  const rounded = withoutBigints(value)
  return {
    value: rounded,
    ...(rounded === value ? {} : { written: treeOf(value) }),
    ...(duplicates.length > 0 ? { duplicates } : {}),
  }
}

/** The value with JavaScript's nearest in place of numbers it does not hold; the value itself where there is none. */
function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) {
    const items = value.map(withoutBigints)
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, withoutBigints(member)] as const)
  if (members.every(([name, member]) => member === value[name])) return value
  const object: Record<string, unknown> = {}
  for (const [name, member] of members) setOwn(object, name, member)
  return object
}
