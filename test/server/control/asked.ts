import type { Operation } from '../../../src/server/control/operation.js'
import { PREFIX } from '../../../src/server/control/route.js'

/** Input of an operation: values by field name, or the text for one that reads text. */
export type Told = { readonly input?: { readonly [field: string]: unknown }; readonly text?: string }

/** Makes the HTTP request of an operation with the input, from its declaration. */
export function requestOf(
  { method, path, fields, text }: Operation,
  told: Told,
): { readonly path: string; readonly init: RequestInit } {
  const given = Object.entries(told.input ?? {})
  const inPlace = (place: string) => given.filter(([name]) => fields[name]!.in === place)
  const query = new URLSearchParams(inPlace('query').map(([name, value]) => [name, String(value)]))
  const body = inPlace('body')
  return {
    path: `${PREFIX}${path.replace(/\{(\w+)\}/g, (_, name: string) => String(told.input![name]))}${query.size > 0 ? `?${query.toString()}` : ''}`,
    init: {
      method,
      ...(text ? { body: told.text! } : body.length > 0 ? { body: JSON.stringify(Object.fromEntries(body)) } : {}),
    },
  }
}
