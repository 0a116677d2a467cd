import { utf8Length } from '../../base/bytes/utf8.js'
import { type Issue, duplicate, invalid, required, tooMany } from '../../base/errors/issue.js'
import { followFieldPath } from '../../schema/field-path.js'
import type { ColumnDefinition, DefinitionVersion, RawSchema } from './definition.js'
import { structuralFault } from './validate-structural.js'

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string']
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']
const MOST_SELECTABLE = 8

/** Validates the deprecation warning of a version. */
export function* validateDeprecation(
  { deprecated, deprecationWarning }: DefinitionVersion,
  field: string,
): Iterable<Issue> {
  if (deprecationWarning === undefined) return
  const at = `${field}.deprecationWarning`
  if (!deprecated) {
    yield invalid(at, deprecationWarning, 'can only be set for deprecated versions')
    return
  }
  const strange = [...deprecationWarning].findIndex((character) => /[\p{C}\p{Zl}\p{Zp}]/u.test(character))
  if (utf8Length(deprecationWarning) > 256) yield invalid(at, deprecationWarning, 'must be <= 256 characters long')
  if (deprecationWarning === '') yield invalid(at, '', 'must not be an empty string')
  if (!(strange < 0))
    yield invalid(
      at,
      deprecationWarning,
      `must only contain printable UTF-8 characters; non-printable character found at index ${strange}`,
    )
}

/** Validates the subresources of a version. */
export function* validateSubresources({ subresources }: DefinitionVersion, field: string): Iterable<Issue> {
  const { scale } = subresources ?? {}
  if (!scale) return
  const below = (name: 'specReplicasPath' | 'statusReplicasPath', root: string): readonly Issue[] => {
    const at = `${field}.subresources.scale.${name}`
    const path = scale[name]
    if (!path) return [required(at)]
    const faults = validatePath(path, at)
    return faults.length > 0
      ? faults
      : path.startsWith(`${root}.`)
        ? []
        : [invalid(at, path, `should be a json path under ${root}`)]
  }
  const { labelSelectorPath: selector } = scale
  const at = `${field}.subresources.scale.labelSelectorPath`
  const faults = selector ? validatePath(selector, at) : []
  const stray = selector && faults.length === 0 && !/^\.(spec|status)\./.test(selector)
  yield* below('specReplicasPath', '.spec')
  yield* below('statusReplicasPath', '.status')
  yield* faults
  if (stray) yield invalid(at, selector, 'should be a json path under either .spec or .status')
}

const validatePath = (path: string, field: string): readonly Issue[] =>
  path.startsWith('.')
    ? []
    : [invalid(field, path, path === '' ? 'must not be empty' : 'must be a simple json path starting with .')]

/** Validates the columns of a version. */
export const validateColumns = (
  { additionalPrinterColumns = [] }: DefinitionVersion,
  field: string,
): readonly Issue[] =>
  additionalPrinterColumns.flatMap((column, i) => validateColumn(column, `${field}.additionalPrinterColumns[${i}]`))

function validateColumn({ name, type, format, jsonPath }: ColumnDefinition, field: string): readonly Issue[] {
  const types = `must be one of ${COLUMN_TYPES.join(',')}`
  return [
    ...(name ? [] : [required(`${field}.name`)]),
    ...(!type
      ? [required(`${field}.type`, types)]
      : COLUMN_TYPES.includes(type)
        ? []
        : [invalid(`${field}.type`, type, types)]),
    ...(format && !COLUMN_FORMATS.includes(format)
      ? [invalid(`${field}.format`, format, `must be one of ${COLUMN_FORMATS.join(',')}`)]
      : []),
    ...(!jsonPath ? [required(`${field}.JSONPath`)] : validatePath(jsonPath, `${field}.JSONPath`)),
  ]
}

/**
 * Validates selectable fields. They need a schema at the same level: both in a version, or both shared by all versions;
 * `missing` is the error otherwise.
 */
export function validateSelectable(
  selectableFields: DefinitionVersion['selectableFields'] = [],
  root: RawSchema | undefined,
  field: string,
  missing: string,
): readonly Issue[] {
  if (selectableFields.length === 0) return []
  if (!root) return [invalid(`${field}.selectableFields`, '', missing)]
  const fault = structuralFault(root)
  if (fault !== undefined) {
    // Paths cannot be resolved in an unreadable schema.
    const empty = selectableFields.flatMap(({ jsonPath }, i) =>
      jsonPath ? [] : [required(`${field}.selectableFields[${i}].jsonPath`)],
    )
    return [invalid(`${field}.schema.openAPIV3Schema`, '', fault), ...empty]
  }
  const seen = new Set<string>()
  const issues = selectableFields.flatMap(({ jsonPath }, i): readonly Issue[] => {
    const at = `${field}.selectableFields[${i}].jsonPath`
    if (!jsonPath) return [required(at)]
    const found = followFieldPath(root, jsonPath, { brackets: false })
    if (found.error !== undefined) return [invalid(at, jsonPath, `is an invalid path: ${found.error}`)]
    const { path, schema: member } = found
    const twice = seen.has(path)
    seen.add(path)
    return [
      ...(/^metadata([.[]|$)/.test(path) ? [invalid(at, jsonPath, 'must not point to fields in metadata')] : []),
      ...(['string', 'boolean', 'integer'].includes(member.type ?? '')
        ? []
        : [
            invalid(
              at,
              jsonPath,
              'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
            ),
          ]),
      ...(twice ? [duplicate(at, jsonPath)] : []),
    ]
  })
  return seen.size > MOST_SELECTABLE
    ? [...issues, tooMany(`${field}.selectableFields`, seen.size, MOST_SELECTABLE)]
    : issues
}
