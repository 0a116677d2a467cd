import type { GoMember, GoType, GoTypes } from './go-types.js'
import type { Inputs } from './inputs.js'
import { readEnums } from './openapi.js'
import { enumsByType, ownerComponents } from './structs.js'
import type { TypeFacts } from './types.js'
import type { PerVersion } from './versions.js'

/** Returns the facts about types that TypeScript types can express, for objects of all versions. */
export function typeFacts(versions: PerVersion<Inputs>): TypeFacts {
  const newestFirst = [...versions.values()].toReversed()
  const all = newestFirst.map(({ go }) => go)
  const known = newestFirst.map((inputs) => ({ go: inputs.go, of: ownerComponents(inputs) }))
  const values = newestFirst.map((inputs) => enumsByType(inputs, readEnums(inputs.definitions)))
  return {
    structs: structsOf(all),
    // Of types by name.
    named: Object.assign({}, ...all.toReversed().map(({ named }) => named)) as { readonly [name: string]: GoType },
    // Later versions call some optional that have always been there.
    isRequired: (struct, member) =>
      known.findLast(({ go }) => go.structs[struct])?.of(struct, member).required === true,
    values: (name) => {
      const listed = values.flatMap((of) => of.get(name) ?? [])
      return listed.length > 0 ? [...new Set(listed)].sort() : undefined
    },
  }
}

/** Returns the structs with the members of all versions: those of the newest, then what only older ones have. */
function structsOf(newestFirst: readonly GoTypes[]): TypeFacts['structs'] {
  const found: { [struct: string]: readonly GoMember[] } = {}
  for (const { structs } of newestFirst)
    for (const [struct, members] of Object.entries(structs)) {
      const newer = found[struct] ?? []
      const isNewer = ({ json, name }: GoMember) => newer.some((other) => other.json === json && other.name === name)
      found[struct] = [...newer, ...(members ?? []).filter((member) => !isNewer(member))]
    }
  return found
}
