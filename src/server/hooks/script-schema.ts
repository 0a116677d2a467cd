import type { JsonSchema, Shape } from '../../base/check/shape.js'
import { hookShape } from './hook-shape.js'

/**
 * Returns the JSON Schema (draft 7) of scripts, for completion in editors. `others` are the kinds of entries besides
 * hooks.
 */
export function scriptSchema(others: readonly Shape[] = []): JsonSchema {
  const entries = [hookShape, ...others].map(({ schema }) => schema)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://unpkg.com/fakecluster/script.schema.json',
    title: 'A script of fakecluster',
    anyOf: [{ $ref: '#/definitions/entry' }, { type: 'array', items: { $ref: '#/definitions/entry' } }],
    definitions: { entry: entries.length === 1 ? entries[0] : { anyOf: entries } },
  }
}
