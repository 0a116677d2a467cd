import { GoText, goQuote } from '../../base/go/printable.js'
import type { ColumnDefinition, DefinitionVersion } from './definition.js'

const PACKAGE = 'apiextensions'
// The address of a pointer is arbitrary.
const SOMEWHERE = '0xc000000000'

/** Which fields are the same in all versions: a server keeps these beside the versions. */
export type Shared = {
  readonly [member in 'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields']: boolean
}

/** Formats the versions of a definition as Go's `%#v` does. */
export const goVersions = (versions: readonly DefinitionVersion[] | undefined, shared: Shared): GoText =>
  new GoText(list('CustomResourceDefinitionVersion', versions, (version) => versionMembers(version, shared)))

function versionMembers(version: DefinitionVersion, shared: Shared): string {
  const { name = '', served = false, storage = false, deprecated = false, deprecationWarning } = version
  const own = <M extends keyof Shared>(member: M) => (shared[member] ? undefined : version[member])
  return [
    `Name:${goQuote(name)}, Served:${served}, Storage:${storage}, Deprecated:${deprecated}`,
    `DeprecationWarning:${pointer('string', deprecationWarning)}`,
    `Schema:${pointer(`${PACKAGE}.CustomResourceValidation`, own('schema'))}`,
    `Subresources:${pointer(`${PACKAGE}.CustomResourceSubresources`, own('subresources'))}`,
    `AdditionalPrinterColumns:${list('CustomResourceColumnDefinition', own('additionalPrinterColumns'), columnMembers)}`,
    `SelectableFields:${list('SelectableField', own('selectableFields'), ({ jsonPath }) => `JSONPath:${goQuote(jsonPath)}`)}`,
  ].join(', ')
}

function columnMembers({
  name,
  type,
  format = '',
  description = '',
  priority = 0,
  jsonPath,
}: ColumnDefinition): string {
  const texts = { Name: name, Type: type, Format: format, Description: description }
  return [
    ...Object.entries(texts).map(([member, text]) => `${member}:${goQuote(text)}`),
    `Priority:${priority}, JSONPath:${goQuote(jsonPath)}`,
  ].join(', ')
}

const pointer = (type: string, value: unknown) => `(*${type})(${value === undefined ? 'nil' : SOMEWHERE})`

function list<T>(type: string, items: readonly T[] | undefined, members: (item: T) => string): string {
  const name = `${PACKAGE}.${type}`
  return items ? `[]${name}{${items.map((item) => `${name}{${members(item)}}`).join(', ')}}` : `[]${name}(nil)`
}
