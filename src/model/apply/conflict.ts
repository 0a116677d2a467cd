import { counted } from '../../base/text/counted.js'
import { type StatusCause, type StatusError, failure } from '../../base/errors/status.js'
import { type Fields, childrenOf, isOwned, nodeAt } from './fields.js'
import type { Owner } from './managers.js'
import { compareElements, elementText } from './path-element.js'

/** Fields that an apply would change although another manager owns them. */
export type Conflict = { readonly owner: Owner; readonly fields: Fields }

/** Makes the 409 of an apply: one cause per conflict, one block per owner in the message. */
export function conflictStatus(conflicts: readonly Conflict[]): StatusError {
  const sorted = conflicts
    .map(({ owner, fields }) => ({ place: placeText(owner), name: ownerText(owner), paths: pathsOf(fields) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
  const causes: StatusCause[] = sorted.flatMap(({ name, paths }) =>
    paths.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${name}`, field })),
  )
  const blocks = sorted.map(({ name, paths }) =>
    causes.length === 1
      ? `conflict with ${name}: ${paths[0]}`
      : `conflicts with ${name}:\n${paths.map((path) => `- ${path}`).join('\n')}`,
  )
  return failure(409, 'Conflict', `Apply failed with ${counted(causes.length, 'conflict')}: ${blocks.join('\n')}`, {
    causes,
  })
}

// The manager entry as JSON, by which a real server identifies and sorts owners.
function placeText({ manager, operation, apiVersion, time, subresource: given }: Owner): string {
  const subresource = given || undefined
  return JSON.stringify(
    operation === 'Apply' ? { manager, operation, subresource } : { manager, operation, apiVersion, time, subresource },
  )
}

function ownerText({ manager, operation, apiVersion, subresource }: Owner): string {
  return `${JSON.stringify(manager)}${subresource ? ` with subresource ${JSON.stringify(subresource)}` : ''}${operation === 'Update' ? ` using ${apiVersion}` : ''}`
}

/**
 * Returns the paths of a set as conflicts print them: first the leaves of a node, then the paths below it, each sorted.
 */
export function pathsOf(set: Fields, prefix = ''): readonly string[] {
  const elements = Object.keys(set)
    .filter((element) => element !== '.')
    .sort(compareElements)
  const own = elements
    .filter((element) => isOwned(nodeAt(set, element)))
    .map((element) => prefix + elementText(element))
  const below = elements.flatMap((element) => pathsOf(childrenOf(nodeAt(set, element)), prefix + elementText(element)))
  return [...own, ...below]
}
