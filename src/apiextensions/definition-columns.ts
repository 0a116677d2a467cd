import { encodeJson, isObject } from '../base/json.js'
import { followJsonPath, parseJsonPath } from '../base/json-path.js'
import { humanAge } from '../base/time.js'
import type { Column } from '../registry/column.js'
import type { ColumnDefinition } from './definition.js'

/** Returns the table column of a column definition. An invalid path yields no value. */
export function columnOf({ name, type, jsonPath, format, description, priority }: ColumnDefinition): Column {
  const path = parseJsonPath(jsonPath)
  return {
    name,
    type: type as Column['type'] & string, // checked when a definition is validated
    ...(format ? { format } : {}),
    description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    ...(priority ? { priority } : {}),
    cell(object, now) {
      const [value] = path ? followJsonPath(path, object) : []
      return value === undefined || value === null ? null : cellOf(type, value, now)
    },
  }
}

function cellOf(type: string, value: unknown, now: number): string | number | boolean | null {
  if (type === 'string') return Array.isArray(value) || isObject(value) ? encodeJson(value) : String(value)
  if (type === 'integer') return typeof value === 'number' ? Math.trunc(value) : null
  if (type === 'number') return typeof value === 'number' ? value : null
  if (type === 'boolean') return typeof value === 'boolean' ? value : null
  if (type !== 'date' || typeof value !== 'string') return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? '<invalid>' : humanAge(now - time)
}
