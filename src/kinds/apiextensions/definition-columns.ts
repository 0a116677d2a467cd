import { goMap } from '../../base/go/printable.js'
import { encodeJson, isObject } from '../../base/json/json.js'
import type { JsonPath } from '../../base/json/json-path.js'
import { createLateLibrary } from '../../base/turns/late-library.js'
import { humanAge, parseExactTime } from '../../base/time/time.js'
import type { Column } from '../../model/registry/column.js'
import { inByteOrder } from '../../schema/structural.js'
import type { ColumnDefinition } from './definition.js'

const paths = createLateLibrary(() => import('../../base/json/json-path.js'))

/** Loads the reader of columns' paths; undefined if it is loaded. */
export const loadPaths = paths.load

/**
 * Returns the table columns of column definitions (apiextensions: tableconvertor). The first path that is no JSONPath
 * ends them.
 *
 * @throws LibraryNotLoaded until the reader of paths is loaded
 */
export function columnsOfDefinitions(definitions: readonly ColumnDefinition[]): readonly Column[] {
  const { parseJsonPath } = paths.needed()
  const columns: Column[] = []
  for (const definition of definitions) {
    const path = parseJsonPath(definition.jsonPath)
    if (!path) break
    columns.push(columnOf(definition, path))
  }
  return columns
}

function columnOf({ name, type, jsonPath, format, description, priority }: ColumnDefinition, path: JsonPath): Column {
  return {
    name,
    type: type as Column['type'] & string, // checked when a definition is validated
    ...(format ? { format } : {}),
    description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    ...(priority ? { priority } : {}),
    cell(object, now) {
      const found = paths.needed().firstOfJsonPath(path, object)
      return found ? cellOf(type, found.value, now) : null
    },
  }
}

function cellOf(type: string, value: unknown, now: number): ReturnType<Column['cell']> {
  if (type === 'string') return textOf(value)
  // A cell is a double: a longer integer is rounded.
  if (type === 'integer') return isNumber(value) ? Math.trunc(Number(value)) : null
  if (type === 'number') return isNumber(value) ? Number(value) : null
  if (type === 'boolean') return typeof value === 'boolean' ? value : null
  return type === 'date' && typeof value === 'string' ? ageOf(value, now) : null
}

const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint'

function textOf(value: unknown): string {
  if (value === null) return '<no value>'
  return Array.isArray(value) || isObject(value) ? encodeJson(inByteOrder(value)) : goMap(value)
}

function ageOf(text: string, now: number): string {
  if (text === '' || text === 'null') return '<unknown>'
  const parsed = parseExactTime(text)
  return parsed.error === undefined ? humanAge(now - Date.parse(parsed.time)) : '<invalid>'
}
