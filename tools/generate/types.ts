import { type GoMember, type GoType, LEAVES, TYPE_META, baseName, packageOf, withoutName } from './go-types.js'
import { fileName } from './names.js'

/** The facts for writing TypeScript types: about fields, and about named types. */
export type TypeFacts = {
  readonly structs: { readonly [struct: string]: readonly GoMember[] | null }
  readonly named: { readonly [name: string]: GoType }
  readonly isRequired: (struct: string, member: string) => boolean
  readonly values: (name: string) => readonly string[] | undefined
}

const LEAF_TYPES: { readonly [word: string]: string } = {
  time: 'Time',
  microTime: 'MicroTime',
  duration: 'Duration',
  metadata: 'ObjectMeta',
  fields: 'FieldsV1',
  quantity: 'Quantity',
  intOrString: 'IntOrString',
  any: 'RawExtension',
  json: 'Json',
}

/** Types whose JSON form is not an object with their fields. */
const UNIONS: { readonly [struct: string]: string } = {
  'apiextensions.v1.JSONSchemaPropsOrArray': 'JSONSchemaProps | JSONSchemaProps[]',
  'apiextensions.v1.JSONSchemaPropsOrBool': 'JSONSchemaProps | boolean',
  'apiextensions.v1.JSONSchemaPropsOrStringArray': 'JSONSchemaProps | string[]',
}

/** Returns the text of a package's type file. */
export function typesFile(home: string, names: readonly string[], facts: TypeFacts): string {
  const imports = new Map<string, Set<string>>()
  const refer = (name: string, file: string): string => {
    const [, local] = /^(?:.*\.)?(\w+)$/.exec(name) ?? []
    if (local === undefined) throw new Error(`${name} is no name`)
    if (file === fileName(home)) return local
    imports.set(file, (imports.get(file) ?? new Set()).add(local))
    return local
  }
  const typeText = ({ kind, name, item }: GoType): string => {
    if (name !== undefined && name in LEAVES) {
      const leaf = LEAF_TYPES[LEAVES[name] ?? ''] ?? 'unknown'
      return refer(leaf, leaf === 'ObjectMeta' ? fileName('meta.v1') : 'scalars')
    }
    if (name !== undefined && (facts.structs[name] || isTold(name, facts)))
      return refer(name, fileName(packageOf(name)))
    switch (kind) {
      case 'pointer':
        return typeText(inside(item))
      case 'slice':
        // Not readonly, although the lists are frozen: readonly arrays are not assignable to types with mutable ones
        // (`@kubernetes/client-node`'s).
        return `${parenthesised(typeText(inside(item)))}[]`
      case 'map':
        return `{ readonly [key: string]: ${typeText(inside(item))} }`
      case 'bool':
        return 'boolean'
      case 'int32':
      case 'int64':
      case 'float64':
        return 'number'
      default:
        return 'string'
    }
  }
  const declarations = names
    .filter((name) => facts.structs[name] || isTold(name, facts))
    .map((name) => declaration(name, facts, typeText))
  const head = [...imports]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, locals]) => `import type { ${[...locals].sort().join(', ')} } from './${file}.js'`)
  return `${head.join('\n')}${head.length > 0 ? '\n\n' : ''}${declarations.join('\n')}`
}

const parenthesised = (text: string) => (text.includes('|') || text.startsWith('readonly ') ? `(${text})` : text)

function inside(item: GoType | undefined): GoType {
  if (!item) throw new Error('a type holds nothing')
  return item
}

/** Whether a named type needs a name in TypeScript: its values are known, or it contains other types. */
const isTold = (name: string, { named, values }: TypeFacts) =>
  named[name] !== undefined && (values(name) !== undefined || named[name].item !== undefined)

function declaration(name: string, facts: TypeFacts, typeText: (type: GoType) => string): string {
  const union = UNIONS[name]
  const members = facts.structs[name]
  if (union !== undefined) return `export type ${baseName(name)} = ${union}`
  if (!members) {
    const values = facts.values(name)
    const type = values
      ? [...values.map((value) => `'${value}'`), '(string & {})'].join(' | ')
      : typeText(withoutName(inside(facts.named[name])))
    return `export type ${baseName(name)} = ${type}`
  }
  const lines = flatMembers(name, facts).map(
    ([owner, { json, type }]) =>
      `  readonly ${propertyName(json)}${facts.isRequired(owner, json) ? '' : '?'}: ${typeText(type)}`,
  )
  const isObject = members.some(({ type }) => type.name === TYPE_META)
  const head = isObject ? ['  readonly kind?: string', '  readonly apiVersion?: string'] : []
  if (head.length + lines.length === 0) return `export type ${baseName(name)} = object`
  return `export type ${baseName(name)} = {\n${[...head, ...lines].join('\n')}\n}`
}

const propertyName = (json: string) => (/^[\w$]+$/.test(json) ? json : `'${json}'`)

/**
 * Returns the fields of a struct, including those of inlined structs, each with the struct that the documents have it
 * in.
 */
function flatMembers(struct: string, facts: TypeFacts): readonly (readonly [owner: string, member: GoMember])[] {
  return (facts.structs[struct] ?? [])
    .filter(({ type }) => type.name !== TYPE_META)
    .flatMap((member) =>
      member.json === '' && member.type.name !== undefined
        ? flatMembers(member.type.name, facts)
        : [[struct, member] as const],
    )
}
