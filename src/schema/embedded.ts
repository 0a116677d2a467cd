import { issuesOfItems, issuesOfMembers } from '../base/errors/issues-in-parts.js'
import { type Issue, invalid, required } from '../base/errors/issue.js'
import { isObject } from '../base/json/json.js'
import { dns1035Label } from '../base/rules/names.js'
import type { ObjectMeta } from './metadata.js'
import { schemaTrait } from './schema-trait.js'
import type { Schema } from './types.js'

/** Validates object metadata; paths are relative to the object. */
type MetadataCheck = (metadata: ObjectMeta) => readonly Issue[]

/** Validates kind, apiVersion and metadata of embedded objects (apiextensions: objectmeta.Validate). */
export function validateEmbedded(
  schema: Schema,
  value: unknown,
  checkMetadata: MetadataCheck,
  field = '',
): readonly Issue[] {
  if (!hasEmbedded(schema)) return []
  const place = `embedded ${field}`
  if (Array.isArray(value)) {
    const { items } = schema
    if (!items) return []
    return issuesOfItems(value, place, (item, i) => validateEmbedded(items, item, checkMetadata, `${field}[${i}]`))
  }
  if (!isObject(value)) return []
  const { properties = {}, additionalProperties } = schema
  const own = schema['x-kubernetes-embedded-resource']
    ? [
        ...validateApiVersion(value['apiVersion'], `${field}.apiVersion`),
        ...validateKind(value['kind'], `${field}.kind`),
        ...metadataIssues(value['metadata'], checkMetadata, field),
      ]
    : []
  const inner = issuesOfMembers(value, place, (key, member) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (known) return validateEmbedded(known, member, checkMetadata, field === '' ? key : `${field}.${key}`)
    return additionalProperties ? validateEmbedded(additionalProperties, member, checkMetadata, `${field}[${key}]`) : []
  })
  return [...own, ...inner]
}

/** Tells whether a value of a schema may have objects inside. */
export const hasEmbedded = schemaTrait((schema) => schema['x-kubernetes-embedded-resource'] === true)

function metadataIssues(value: unknown, check: MetadataCheck, field: string): readonly Issue[] {
  if (!isObject(value)) return []
  const metadata = value as ObjectMeta // was decoded as one
  // An embedded object needs no name.
  return check({ ...metadata, name: metadata.name || 'fakename' }).map((issue) => ({
    ...issue,
    field: `${field}.${issue.field}`,
  }))
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
  return messages.length > 0
    ? [invalid(field, value, `may have mixed case, but should otherwise match: ${messages.join(',')}`)]
    : []
}
