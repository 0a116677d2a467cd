import { isObject } from '../../../base/json/json.js'
import { printQuantity, parseQuantity } from '../../../base/numbers/quantity.js'
import { formatSelector } from '../../../model/registry/format-selector.js'
import type { GoType } from './types.js'

/** Returns the result of a value's String method; undefined if there is none, or the pointer is nil. */
export function stringOf(type: GoType, value: unknown): string | undefined {
  if (type.kind === 'pointer') {
    if (value === undefined || value === null || !type.of().stringer) return undefined
    return (METHODS[type.of().name] ?? String)(value)
  }
  return type.stringer === 'value' ? (METHODS[type.name] ?? String)(value) : undefined
}

const METHODS: { readonly [type: string]: (value: unknown) => string } = {
  'resource.Quantity': (value) => {
    const amount = parseQuantity(String(value))
    return typeof amount === 'string' ? amount : printQuantity(amount)
  },
  'intstr.IntOrString': String,
  'v1.LabelSelector': (value) => formatSelector(isObject(value) ? value : {}),
  'core.PersistentVolumeClaimTemplate': (value) => printMetadata(isObject(value) ? value['metadata'] : undefined),
  'v1.Time': (value) => printTime(value),
  'time.Time': (value) => printTime(value),
}

const printTime = (value: unknown): string =>
  typeof value === 'string' ? `${value.replace('T', ' ').replace('Z', '')} +0000 UTC` : '0001-01-01 00:00:00 +0000 UTC'

type Metadata = { readonly [member: string]: unknown } & {
  readonly labels?: { readonly [name: string]: string }
  readonly annotations?: { readonly [name: string]: string }
  readonly finalizers?: readonly string[]
}

/** Formats the metadata of a claim template, whose String method shows nothing else of it. */
function printMetadata(metadata: unknown): string {
  const given = (metadata ?? {}) as Metadata // ensured by the schema
  const texts = ['name', 'generateName', 'namespace', 'selfLink', 'UID', 'resourceVersion'].map(
    (member) => `${member[0]?.toUpperCase()}${member.slice(1)}:${given[member === 'UID' ? 'uid' : member] ?? ''},`,
  )
  const { labels = {}, annotations = {}, finalizers = [] } = given
  return `&ObjectMeta{${texts.join('')}Generation:${given['generation'] ?? 0},CreationTimestamp:${printTime(given['creationTimestamp'])},DeletionTimestamp:<nil>,DeletionGracePeriodSeconds:nil,Labels:${printTexts(labels)},Annotations:${printTexts(annotations)},OwnerReferences:[]OwnerReference{},Finalizers:[${finalizers.join(' ')}],ManagedFields:[]ManagedFieldsEntry{},}`
}

const printTexts = (texts: { readonly [name: string]: string }): string =>
  `map[string]string{${Object.keys(texts)
    .sort()
    .map((name) => `${name}: ${texts[name]},`)
    .join('')}}`
