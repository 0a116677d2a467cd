import { memberNames } from '../base/json/member-names.js'

/**
 * Returns the fields that a value has, in schema order. Most values have them in that order already. A struct may have
 * forty fields, of which most values set a few; so this goes through the value, not the schema.
 */
export function givenMembers<M extends { readonly place: number }>(
  all: ReadonlyMap<string, M>,
  value: object,
): { readonly given: readonly M[]; readonly hasUnknown: boolean } {
  const given: M[] = []
  let hasUnknown = false
  for (const name of memberNames(value)) {
    const member = all.get(name)
    if (!member) {
      hasUnknown = true
      continue
    }
    let at = given.length
    for (let last = given[at - 1]; last && last.place > member.place; last = given[at - 1]) given[at--] = last
    given[at] = member
  }
  return { given, hasUnknown }
}
