import { goQuote } from '../../base/go/printable.js'
import { isObject, withPath } from '../../base/json/json.js'
import { isStored } from '../../model/registry/is-stored.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { howToServe } from '../../model/registry/kind-words.js'
import type { Registry } from '../../model/registry/registry.js'
import type { ProfileNames } from '../../model/registry/translate.js'
import { keyOf, tableOf } from '../../rest/context.js'
import type { Located } from '../../base/input/documents.js'
import type { Position } from '../../base/input/load-error.js'
import { type Report, fit, textOf } from './fit.js'
import { misplaced } from '../../base/input/misplaced.js'
import { nearest } from '../../base/text/nearest.js'

/** An object of a fixture that conforms to its kind's schema. */
export type Entry = {
  readonly def: KindDef
  readonly value: object
  readonly namespace: string
  readonly name: string
  /** Table and key, identical for two objects that cannot coexist; undefined if the name is to be generated. */
  readonly identity: string | undefined
  readonly position: () => Position
  readonly report: Report
  /** Whether no fault has been found so far. */
  readonly sound: boolean
}

/** The namespace of objects that state none. */
const DEFAULT_NAMESPACE = 'default'

/** Reads an object of a fixture by its kind; undefined if it has no served kind, which is reported. */
export function readEntry(
  item: Located,
  registry: Registry,
  names: ProfileNames,
  reportOf: (at: Located, label: string) => Report,
): Entry | undefined {
  const { value } = item
  if (!isObject(value)) {
    const message =
      misplaced(value, 'fixtures') ?? `must be an object with apiVersion and kind, is ${shownAsObject(value)}`
    reportOf(item, '')('', message)
    return undefined
  }
  const metadata = value['metadata']
  const name = textOf(metadata, 'name') ?? ''
  const stated = textOf(metadata, 'namespace') ?? ''
  const kind = textOf(value, 'kind')
  const def = kind === undefined ? undefined : kindOf(registry, names, textOf(value, 'apiVersion') ?? '', kind)
  const namespace = def?.scope === 'Cluster' ? '' : stated || (def ? DEFAULT_NAMESPACE : '')
  const report = reportOf(item, labelOf(kind, keyOf(namespace, name || textOf(metadata, 'generateName') || '')))
  if (!def) {
    tellKind(value, registry, names, report)
    return undefined
  }
  let sound = true
  const note: Report = (field, message) => {
    sound = false
    report(field, message)
  }
  if (!isStored(def)) note('kind', `${def.kind} is answered, never stored`)
  if (def.scope === 'Cluster' && stated) note('metadata.namespace', `objects of kind ${def.kind} are in no namespace`)
  const fitted = fit(def.schema, value, names, note) as Record<string, unknown> // a struct, as the value is an object
  const placed = def.scope === 'Cluster' || !sound ? fitted : withPath(fitted, ['metadata', 'namespace'], namespace)
  const identity = name === '' ? undefined : `${tableOf({ def })} ${keyOf(namespace, name)}`
  return { def, value: placed, namespace, name, identity, position: () => item.at(''), report, sound }
}

const shownAsObject = (value: unknown): string =>
  Array.isArray(value)
    ? 'a list'
    : `${goQuote(String(value))}${typeof value === 'string' ? '; of a file give what it holds rather than its path' : ''}`

const labelOf = (kind: string | undefined, key: string) =>
  kind === undefined ? '' : key === '' || key.endsWith('/') ? kind : `${kind} ${goQuote(key)}`

const kindOf = (registry: Registry, names: ProfileNames, apiVersion: string, kind: string) =>
  registry.of(apiVersion, kind) ?? registry.of(names.apiVersion(apiVersion), kind)

function tellKind(value: object, registry: Registry, names: ProfileNames, report: Report): void {
  const kind = textOf(value, 'kind')
  const apiVersion = textOf(value, 'apiVersion')
  const { kinds, named } = registry
  const foreign = misplaced(value, 'fixtures')
  if (foreign !== undefined) return report('', foreign)
  if (kind === undefined) return report('kind', 'is missing')
  const known = named(kind)
  if (known)
    return report(
      'apiVersion',
      `${apiVersion === undefined ? 'is missing' : `${goQuote(names.apiVersion(apiVersion))} is not served`}; ${kind} is served as ${known.apiVersion}`,
    )
  const off = howToServe(registry, kind)
  if (off !== undefined) return report('kind', `${goQuote(kind)} is not served; ${off}`)
  const all = kinds().map((def) => def.kind)
  const near = nearest(kind, all)
  report(
    'kind',
    `${goQuote(kind)} is not served${near ? `, did you mean ${goQuote(near)}?` : ''}; the kinds served are ${[...new Set(all)].sort().join(', ')}`,
  )
}
