import { getOwn, isObject } from '../../base/json/json.js'
import type { Registry } from '../../model/registry/registry.js'
import type { ProfileNames } from '../../model/registry/translate.js'
import type { Located } from '../../base/input/documents.js'
import { type Report, textOf } from './fit.js'

const LIST_MEMBERS = ['kind', 'apiVersion', 'metadata', 'items']

/** Extracts the items of lists: `List`, and lists of served kinds, whose items may omit their kind. */
export function flatten(
  documents: readonly Located[],
  registry: Registry,
  names: ProfileNames,
  report: (at: Located, label: string) => Report,
): readonly Located[] {
  return documents.flatMap((document) => {
    const { value } = document
    const item = itemTypeOf(value, registry, names)
    if (!item || !isObject(value)) return [document]
    const tell = report(document, textOf(value, 'kind') ?? '')
    for (const member of Object.keys(value))
      if (!LIST_MEMBERS.includes(member))
        tell(member, 'unknown member; a list has apiVersion, kind, metadata and items')
    const items = getOwn(value, 'items') ?? []
    if (!Array.isArray(items)) {
      tell('items', 'must be a list')
      return []
    }
    const inside = items.map((each: unknown, i): Located => {
      const prefix = `items[${i}]`
      const at = (field: string) =>
        document.at(field === '' ? prefix : field.startsWith('[') ? prefix + field : `${prefix}.${field}`)
      return { value: isObject(each) ? { ...item, ...each } : each, at }
    })
    return flatten(inside, registry, names, report)
  })
}

type ItemType = { readonly apiVersion?: string; readonly kind?: string }

/** Returns the type of a list's items that omit it; undefined if the value is not a list. */
function itemTypeOf(value: unknown, registry: Registry, names: ProfileNames): ItemType | undefined {
  const kind = textOf(value, 'kind')
  const apiVersion = textOf(value, 'apiVersion') ?? ''
  if (kind === 'List' && (apiVersion === 'v1' || apiVersion === '')) return {}
  const item = kind?.endsWith('List') ? kind.slice(0, -'List'.length) : ''
  const def = registry.of(apiVersion, item) ?? registry.of(names.apiVersion(apiVersion), item)
  return def && { apiVersion: def.apiVersion, kind: def.kind }
}
