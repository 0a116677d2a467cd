import { type Issue, forbidden, immutable, invalid } from '../../base/issue.js'
import { jsonEqual } from '../../base/json.js'
import { configMapKey } from '../../base/rules/names.js'
import type { KubeObject } from '../../schema/object.js'
import { ageColumn, nameColumn } from '../../kind/columns.js'
import { companion } from './companion.js'

type Texts = { readonly [key: string]: string }
type Secret = KubeObject & { readonly data?: Texts; readonly stringData?: Texts; readonly type?: string; readonly immutable?: boolean }
type ConfigMap = KubeObject & { readonly data?: Texts; readonly binaryData?: Texts; readonly immutable?: boolean }

/** Secret: bytes by key. Text written as stringData becomes data. */
export const secret = companion<Secret>('core.v1.Secret', () => ({
  kind: 'Secret',
  plural: 'secrets',
  group: '',
  scope: 'Namespaced',
  selectable: { type: ({ type }) => type ?? '' },
  columns: [
    nameColumn,
    { name: 'Type', description: 'What the data is for.', cell: ({ type }) => type ?? '' },
    { name: 'Data', description: 'How many keys there are.', cell: ({ data }) => String(Object.keys(data ?? {}).length) },
    ageColumn,
  ],
  defaults: ({ stringData, data, type, ...object }) => {
    const all = { ...data, ...encoded(stringData) }
    return { ...object, ...(Object.keys(all).length > 0 ? { data: all } : {}), type: type || 'Opaque' }
  },
  validate: ({ data }) => validateKeys(data, 'data'),
  validateUpdate: (next, old) => [
    ...(next.type === old.type ? [] : [immutable('type', next.type)]),
    ...validateImmutable(next, old, ['data']),
    ...validateKeys(next.data, 'data'),
  ],
}))

/** ConfigMap: text and bytes by key. */
export const configMap = companion<ConfigMap>('core.v1.ConfigMap', () => ({
  kind: 'ConfigMap',
  plural: 'configmaps',
  shortNames: ['cm'],
  group: '',
  scope: 'Namespaced',
  selectableWording: 'default',
  columns: [
    nameColumn,
    {
      name: 'Data',
      description: 'How many keys there are.',
      cell: ({ data, binaryData }) => String(Object.keys(data ?? {}).length + Object.keys(binaryData ?? {}).length),
    },
    ageColumn,
  ],
  validate: validateConfigMap,
  validateUpdate: (next, old) => [...validateImmutable(next, old, ['data', 'binaryData']), ...validateConfigMap(next)],
}))

const utf8 = new TextEncoder()

const encoded = (texts: Texts = {}): Texts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, btoa(Array.from(utf8.encode(text), (byte) => String.fromCharCode(byte)).join(''))]))

const validateKeys = (data: Texts = {}, field: string): readonly Issue[] =>
  Object.keys(data).flatMap((key) => configMapKey(key).map((detail) => invalid(`${field}[${key}]`, key, detail)))

function validateConfigMap({ data = {}, binaryData = {} }: ConfigMap): readonly Issue[] {
  const both = Object.keys(data).filter((key) => Object.hasOwn(binaryData, key))
  return [
    ...validateKeys(data, 'data'),
    ...both.map((key) => invalid('data', key, 'duplicate of key present in binaryData')),
    ...validateKeys(binaryData, 'binaryData'),
  ]
}

type Sealable = KubeObject & { readonly immutable?: boolean }

function validateImmutable(next: Sealable, old: Sealable, members: readonly string[]): readonly Issue[] {
  if (!old.immutable) return []
  const why = 'field is immutable when `immutable` is set'
  return [
    ...(next.immutable ? [] : [forbidden('immutable', why)]),
    ...members.filter((member) => !jsonEqual(next[member], old[member])).map((member) => forbidden(member, why)),
  ]
}
