import { type GoMember, type GoTypes, baseName, reachedFrom } from './go-types.js'
import { HEAD } from './names.js'

/** What controllers print to hash it. */
const HASHED = ['core.v1.PodTemplateSpec', 'meta.v1.ObjectMeta']

/**
 * Returns src/model/generated/go-names.ts: the Go names of fields that are not their JSON names with a capital, in any
 * version.
 */
export const goNamesFile = (versions: readonly GoTypes[]): string => `${HEAD}
/** What Go calls the fields of pod templates whose names are not those in JSON with a capital, by struct. */
export const GO_NAMES: { readonly [struct: string]: { readonly [member: string]: string } } = {
${[...namesByStruct(versions)]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([struct, names]) => `  '${struct}': { ${[...names].map(([json, name]) => `${json}: '${name}'`).join(', ')} },`)
  .join('\n')}
}
`

function namesByStruct(versions: readonly GoTypes[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const go of versions)
    for (const struct of reachedFrom(go, HASHED))
      for (const { json, name } of (go.structs[struct] ?? []).filter(isIrregular)) {
        const names = found.get(struct) ?? new Map<string, string>()
        if ((names.get(json) ?? name) !== name) throw new Error(`${struct}.${json} has another name in another version`)
        found.set(struct, names.set(json, name))
      }
  return found
}

const isIrregular = ({ json, name, type }: GoMember): boolean =>
  json === '' ? name !== baseName(type.name ?? '') : name !== json.charAt(0).toUpperCase() + json.slice(1)
