import { type Issue, invalid, required } from '../base/issue.js'
import { isObject } from '../base/json.js'
import { dns1035Label } from '../base/rules/names.js'
import type { Schema } from './types.js'

/** What is wrong with the kind and apiVersion of objects inside an object. */
export function validateEmbedded(schema: Schema, value: unknown, field = ''): readonly Issue[] {
  if (Array.isArray(value)) {
    const { items } = schema
    return items ? value.flatMap((item, i) => validateEmbedded(items, item, `${field}[${i}]`)) : []
  }
  if (!isObject(value)) return []
  const { properties = {}, additionalProperties } = schema
  const own = schema['x-kubernetes-embedded-resource']
    ? [...validateApiVersion(value['apiVersion'], `${field}.apiVersion`), ...validateKind(value['kind'], `${field}.kind`)]
    : []
  const inner = Object.entries(value).flatMap(([key, member]) => {
    if (Object.hasOwn(properties, key)) return validateEmbedded(properties[key]!, member, field === '' ? key : `${field}.${key}`)
    return additionalProperties ? validateEmbedded(additionalProperties, member, `${field}[${key}]`) : []
  })
  return [...own, ...inner]
}

function validateApiVersion(value: unknown, field: string): readonly Issue[] {
  if (value === undefined) return [required(field, 'must not be empty')]
  if (value === '') return [invalid(field, value, 'must not be empty')]
  if (typeof value !== 'string') return [invalid(field, value, 'must be a string')]
  return value.split('/').length > 2 ? [invalid(field, value, `unexpected GroupVersion string: ${value}`)] : []
}

function validateKind(value: unknown, field: string): readonly Issue[] {
  if (value === undefined) return [required(field, 'must not be empty')]
  if (value === '') return [invalid(field, value, 'must not be empty')]
  if (typeof value !== 'string') return [invalid(field, value, 'must be a string')]
  const messages = dns1035Label(value.toLowerCase())
  return messages.length > 0 ? [invalid(field, value, `may have mixed case, but should otherwise match: ${messages.join(',')}`)] : []
}
