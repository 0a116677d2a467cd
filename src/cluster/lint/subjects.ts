import { isObject } from '../../base/json/json.js'
import { type Documents, readInput } from '../../base/input/documents.js'
import type { Input } from '../../base/input/input.js'
import { LoadError, type Position } from '../../base/input/load-error.js'

/** An object to be written, and where it is given. */
export type Subject = {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly value: { readonly [member: string]: unknown }
  readonly at: Position
}

/**
 * Reads the objects of an input, those of lists too.
 *
 * @throws LoadError for what is no object with an apiVersion and a kind
 */
export function subjectsOf(input: Input, name: string): readonly Subject[] {
  const documents: Documents = readInput(input, name)
  const faults = [...documents.faults]
  const subjects = documents.documents.flatMap(({ value, at }) =>
    itemsOf(value).flatMap(([item, path]): readonly Subject[] => {
      const place = at(path)
      const { apiVersion, kind, metadata } = item
      if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
        faults.push({ ...place, message: `${name}: must be an object with apiVersion and kind` })
        return []
      }
      const meta = isObject(metadata) ? metadata : {}
      return [
        { apiVersion, kind, namespace: text(meta['namespace']), name: text(meta['name']), value: item, at: place },
      ]
    }),
  )
  if (faults.length > 0) throw new LoadError(faults)
  return subjects
}

type Item = Subject['value']

function itemsOf(value: unknown): readonly (readonly [item: Item, path: string])[] {
  if (!isObject(value)) return [[{}, '']]
  const { kind, items } = value
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return [[value, '']]
  return items.map((item: unknown, i) => [isObject(item) ? item : {}, `items[${i}]`])
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
