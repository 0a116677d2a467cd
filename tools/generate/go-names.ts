import { type GoMember, type GoTypes, baseName, reachedFrom } from './go-types.js'
import { HEAD } from './names.js'

/** What controllers print to hash it. */
const HASHED = ['core.v1.PodTemplateSpec', 'meta.v1.ObjectMeta']

/** Returns src/model/generated/go-names.ts: the Go names of fields that are not their JSON names with a capital. */
export const goNamesFile = (go: GoTypes): string => `${HEAD}
/** What Go calls the fields of pod templates whose names are not those in JSON with a capital, by struct. */
export const GO_NAMES: { readonly [struct: string]: { readonly [member: string]: string } } = {
${[...reachedFrom(go, HASHED)]
  .toSorted()
  .map((struct) => [struct, (go.structs[struct] ?? []).filter(isIrregular)] as const)
  .filter(([, members]) => members.length > 0)
  .map(([struct, members]) => `  '${struct}': { ${members.map(({ json, name }) => `${json}: '${name}'`).join(', ')} },`)
  .join('\n')}
}
`

const isIrregular = ({ json, name, type }: GoMember): boolean =>
  json === '' ? name !== baseName(type.name ?? '') : name !== json.charAt(0).toUpperCase() + json.slice(1)
