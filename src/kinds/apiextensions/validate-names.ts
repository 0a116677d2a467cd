import { type Issue, invalid, required } from '../../base/errors/issue.js'
import { issuesOfItems } from '../../base/errors/issues-in-parts.js'
import { dns1035Label } from '../../base/rules/names.js'
import type { AcceptedNames } from './definition.js'

/** Checks that a definition has the required names. */
export function validateRequiredNames({ plural, singular, kind, listKind }: AcceptedNames): readonly Issue[] {
  return Object.entries({ plural, singular, kind, listKind }).flatMap(([name, value]) =>
    value ? [] : [required(`spec.names.${name}`)],
  )
}

/** Validates the names of a definition. */
export function validateNames(
  { plural, kind, singular = '', listKind = '', shortNames, categories }: AcceptedNames,
  field: string,
): readonly Issue[] {
  const label = (at: string, value: string, head = '') => {
    const messages = dns1035Label(head ? value.toLowerCase() : value)
    return messages.length > 0 ? [invalid(`${field}.${at}`, value, head + messages.join(','))] : []
  }
  const given = (at: string, value: string, head = '') => (value ? label(at, value, head) : [])
  const each = (at: string, names: readonly string[]) =>
    issuesOfItems(names, validateNames, (name, i) => label(`${at}[${i}]`, name))
  const mixed = 'may have mixed case, but should otherwise match: '
  return [
    ...given('plural', plural),
    ...given('singular', singular),
    ...given('kind', kind, mixed),
    ...given('listKind', listKind, mixed),
    ...each('shortNames', shortNames ?? []),
    ...(kind && kind === listKind
      ? [invalid(`${field}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
    ...each('categories', categories ?? []),
  ]
}
