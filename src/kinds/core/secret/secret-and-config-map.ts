import { docOf } from '../../../model/registry/column.js'
import { createLateLibrary } from '../../../base/turns/late-library.js'
import { isEmptied, noteNull, nullsOf } from '../../../base/json/as-given.js'
import { namesOf } from '../../../base/json/member-names.js'
import { byteText, charBytes, utf8Length } from '../../../base/bytes/utf8.js'
import type { Texts, KubeObject } from '../../../schema/object.js'
import { trimEnd } from '../../../base/text/trim.js'
import { inParts, namesInParts } from '../../../base/turns/work-in-parts.js'
import { withObjectMeta, withObjectMetaUpdate } from '../../../model/registry/rule-context.js'
import { type Issue, forbidden, immutable, invalid, required, tooLong } from '../../../base/errors/issue.js'
import { isObject, jsonEqual } from '../../../base/json/json.js'
import { configMapKey } from '../../../base/rules/names.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { inByteOrder } from '../../../schema/structural.js'
import { defineStructKind } from '../../struct/struct-kind.js'
import { goJsonErrorOf } from '../../../base/go/encoding-json.js'

type Rule = (data: Texts, annotations: Texts) => readonly Issue[]

const needs =
  (...keys: readonly string[]): Rule =>
  (data) =>
    keys.filter((key) => data[key] === undefined).map((key) => required(`data[${key}]`))

const json =
  (key: string): Rule =>
  (data) => {
    const value = data[key]
    if (value === undefined) return [required(`data[${key}]`)]
    const error = notAnObject(bytesOf(value))
    return error ? [invalid(`data[${key}]`, '<secret contents redacted>', error)] : []
  }

/** The type of a Secret with a token of a ServiceAccount. */
export const TOKEN_TYPE = 'kubernetes.io/service-account-token'
/** The annotation of such a Secret with the name of the ServiceAccount. */
export const ACCOUNT_ANNOTATION = 'kubernetes.io/service-account.name'

/** The validation rules of each type of Secret (ValidateSecret). */
const RULES: { readonly [type: string]: Rule } = {
  [TOKEN_TYPE]: (_, annotations) =>
    annotations[ACCOUNT_ANNOTATION] ? [] : [required(`metadata.annotations[${ACCOUNT_ANNOTATION}]`)],
  'kubernetes.io/dockercfg': json('.dockercfg'),
  'kubernetes.io/dockerconfigjson': json('.dockerconfigjson'),
  'kubernetes.io/basic-auth': (data, annotations) => {
    const missing = needs('username', 'password')(data, annotations)
    return missing.length === 2 ? missing : []
  },
  'kubernetes.io/ssh-auth': (data) => (data['ssh-privatekey'] ? [] : [required('data[ssh-privatekey]')]),
  'kubernetes.io/tls': needs('tls.crt', 'tls.key'),
}

/** Validates the data of a Secret for its type. */
const validateType = (type: string, data: Texts, annotations: Texts): readonly Issue[] =>
  Object.hasOwn(RULES, type) ? RULES[type]!(data, annotations) : []

const bytesOf = (base64: string): Uint8Array => charBytes(atob(base64))

const GO_KINDS: { readonly [type: string]: string } = { boolean: 'bool', number: 'number', string: 'string' }

function notAnObject(bytes: Uint8Array): string | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined
    return `json: cannot unmarshal ${GO_KINDS[typeof value] ?? 'array'} into Go value of type map[string]interface {}`
  } catch {
    return goJsonErrorOf(bytes)
  }
}

type Secret = KubeObject & {
  readonly data?: Texts
  readonly stringData?: Texts
  readonly type?: string
  readonly immutable?: boolean
}
type ConfigMap = KubeObject & { readonly data?: Texts; readonly binaryData?: Texts; readonly immutable?: boolean }

const keyPairs = createLateLibrary(() => import('./tls-key-pair.js'))

/** Secret: bytes by key. Text written as stringData becomes data. */
export const secret = defineStructKind<Secret>('core.v1.Secret', () => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'Secret', plural: 'secrets' },
  schema: {
    ready: keyPairs.load,
    defaults: ({ stringData, data, type, ...object }) => {
      const all = stringData ? joined(data, stringData) : data
      return { ...object, ...(all ? { data: all } : {}), type: type || 'Opaque' }
    },
  },
  create: { validate: withObjectMeta(validateSecret), warnings: warningsOfSecret },
  update: {
    // ValidateSecretUpdate repeats all rules of a create, metadata included, after those of the update.
    validate: withObjectMetaUpdate((next, old, context) => [
      ...(next.type === old.type ? [] : [immutable('type', next.type)]),
      ...validateImmutable(next, old, ['data']),
      ...withObjectMeta(validateSecret)(next, context),
    ]),
    warnings: warningsOfSecret,
  },
  selectable: { fields: { type: ({ type }) => type ?? '' } },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Type',
        description: docOf('core.v1.Secret', 'type'),
        cell: ({ type }) => type ?? '',
      },
      {
        name: 'Data',
        description: docOf('core.v1.Secret', 'data'),
        cell: ({ data }) => Object.keys(data ?? {}).length,
      },
      ageColumn,
    ],
  },
}))

/** Warns of a TLS Secret whose certificate and key are not a pair. */
function warningsOfSecret({ type, data = {} }: Secret): readonly string[] {
  if (type !== 'kubernetes.io/tls') return []
  const error = keyPairs.needed().keyPairError(atob(data['tls.crt'] ?? ''), atob(data['tls.key'] ?? ''))
  return error === undefined ? [] : [error]
}

/** ConfigMap: text and bytes by key. */
export const configMap = defineStructKind<ConfigMap>('core.v1.ConfigMap', () => ({
  group: '',
  scope: 'Namespaced',
  names: { kind: 'ConfigMap', plural: 'configmaps', shortNames: ['cm'] },
  create: { validate: validateNewConfigMap },
  update: {
    // As with a Secret.
    validate: withObjectMetaUpdate((next, old, context) => [
      ...validateImmutable(next, old, ['data', 'binaryData']),
      ...validateNewConfigMap(next, context),
    ]),
  },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Data',
        description: docOf('core.v1.ConfigMap', 'data'),
        cell: ({ data, binaryData }) => Object.keys(data ?? {}).length + Object.keys(binaryData ?? {}).length,
      },
      ageColumn,
    ],
  },
}))

/** Returns data with the text of stringData in it. */
function joined(data: Texts = {}, stringData: Texts): Texts {
  const encoded = Object.entries(stringData).map(([key, text]) => [key, btoa(byteText(text))] as const)
  const all: Texts = inByteOrder(Object.fromEntries([...Object.entries(data), ...encoded]))
  for (const key of nullsOf(data)) if (!Object.hasOwn(stringData, key)) noteNull(all, key)
  return all
}

/** What is wrong with the keys of some data, and the size in bytes of the values. */
type Looked = { size: number; readonly faults: { readonly key: string; readonly detail: string }[] }

/** Looks at the keys and the values of some data, in several turns if there are many. */
function lookAt(data: Texts, sizeOf: (text: string) => number): Looked {
  const keys = namesInParts(data)
  const begin = (): Looked => ({ size: 0, faults: [] })
  return inParts(data, lookAt, keys.length, begin, (looked, i) => {
    const key = keys[i] ?? ''
    looked.size += sizeOf(data[key] ?? '')
    for (const detail of configMapKey(key)) looked.faults.push({ key, detail })
  })
}

const MOST = 1024 * 1024
const sizeOfBase64 = (text: string) => (text.length * 3) / 4 - text.length + trimEnd(text, '=').length

const keyIssues = (field: string, { faults }: Looked): readonly Issue[] =>
  faults.map(({ key, detail }) => invalid(`${field}[${key}]`, key, detail))

function validateSecret({ metadata, data = {}, type = '' }: Secret): readonly Issue[] {
  const looked = lookAt(data, sizeOfBase64)
  const size = looked.size > MOST ? [tooLong('data', MOST)] : []
  return [...keyIssues('data', looked), ...size, ...validateType(type, data, metadata.annotations ?? {})]
}

function validateConfigMap({ data = {}, binaryData }: ConfigMap): readonly Issue[] {
  const both = binaryData ? namesOf(data).filter((key) => Object.hasOwn(binaryData, key)) : []
  const texts = lookAt(data, utf8Length)
  const bytes = binaryData && lookAt(binaryData, sizeOfBase64)
  return [
    ...keyIssues('data', texts),
    ...both.map((key) => invalid(`data[${key}]`, key, 'duplicate of key present in binaryData')),
    ...(bytes ? keyIssues('binaryData', bytes) : []),
    // This is how the path of the whole object is printed.
    ...(texts.size + (bytes?.size ?? 0) > MOST ? [tooLong('[]', MOST)] : []),
  ]
}

const validateNewConfigMap = withObjectMeta(validateConfigMap)

type Sealable = KubeObject & { readonly immutable?: boolean }

function* validateImmutable(next: Sealable, old: Sealable, members: readonly string[]): Iterable<Issue> {
  if (!old.immutable) return
  const why = 'field is immutable when `immutable` is set'
  if (!next.immutable) yield forbidden('immutable', why)
  yield* members
    .filter((member) => isEmptied(next, member) || hasNull(next[member]) || !jsonEqual(next[member], old[member]))
    .map((member) => forbidden(member, why))
}

// Stored bytes are never null.
const hasNull = (data: unknown): boolean => isObject(data) && nullsOf(data).length > 0
