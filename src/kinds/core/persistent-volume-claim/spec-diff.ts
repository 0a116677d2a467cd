import { goQuote } from '../../../base/go-print.js'
import { isObject, jsonEqual } from '../../../base/json.js'
import type { ClaimSpec } from './schema.js'

// Fields of Go's internal type in order, with the type each prints in front of its value; `*` marks a pointer.
const FIELDS: readonly (readonly [field: string, member: keyof ClaimSpec & string, type: string])[] = [
  ['AccessModes', 'accessModes', '[]core.PersistentVolumeAccessMode'],
  ['Selector', 'selector', '*v1.LabelSelector'],
  ['Resources', 'resources', 'core.VolumeResourceRequirements'],
  ['VolumeName', 'volumeName', ''],
  ['StorageClassName', 'storageClassName', '*'],
  ['VolumeMode', 'volumeMode', '*'],
  ['DataSource', 'dataSource', '*core.TypedLocalObjectReference'],
  ['DataSourceRef', 'dataSourceRef', '*core.TypedObjectReference'],
  ['VolumeAttributesClassName', 'volumeAttributesClassName', '*'],
]

/** The difference of two specs in the manner of Go's cmp.Diff: readable, not promised to the letter, as there. */
export function specDiff(old: ClaimSpec, next: ClaimSpec): string {
  const lines: string[] = []
  let same = 0
  const flush = () => {
    if (same > 0) lines.push(`  \t... // ${same} identical ${same === 1 ? 'field' : 'fields'}`)
    same = 0
  }
  for (const [field, member, type] of FIELDS) {
    if (jsonEqual(old[member], next[member])) {
      same++
      continue
    }
    flush()
    lines.push(`- \t${field}: ${goField(old[member], type)},`, `+ \t${field}: ${goField(next[member], type)},`)
  }
  flush()
  return ['  core.PersistentVolumeClaimSpec{', ...lines, '  }', ''].join('\n')
}

function goField(value: unknown, type: string): string {
  if (type.startsWith('*')) return value === undefined ? 'nil' : `&${type.slice(1)}${goLiteral(value)}`
  if (value === undefined) return type ? 'nil' : '""'
  return `${type}${goLiteral(value)}`
}

function goLiteral(value: unknown): string {
  if (typeof value === 'string') return goQuote(value)
  if (Array.isArray(value)) return `{${value.map(goLiteral).join(', ')}}`
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([key, item]) => `${key[0]?.toUpperCase() ?? ''}${key.slice(1)}: ${goLiteral(item)}`)
      .join(', ')}}`
  return value === null ? 'nil' : String(value)
}
