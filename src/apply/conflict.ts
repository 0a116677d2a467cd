import { isObject } from '../base/json.js'
import { type StatusCause, type StatusError, failure } from '../base/status.js'
import { type Fields, childrenOf, isOwned, nodeAt } from './fields.js'
import type { Owner } from './managers.js'

/** Fields an apply would change although another owns them. */
export type Conflict = { readonly owner: Owner; readonly fields: Fields }

/** The 409 of an apply: every conflict as a cause, one block per owner in the message. */
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
  return failure(
    409,
    'Conflict',
    `Apply failed with ${causes.length} conflict${causes.length === 1 ? '' : 's'}: ${blocks.join('\n')}`,
    { causes },
  )
}

// An entry as JSON, by which a real server tells owners apart, and sorts them.
const placeText = ({ manager, operation, apiVersion, time, subresource }: Owner): string =>
  JSON.stringify(
    operation === 'Apply' ? { manager, operation, subresource } : { manager, operation, apiVersion, time, subresource },
  )

function ownerText({ manager, operation, apiVersion, subresource }: Owner): string {
  return `${JSON.stringify(manager)}${subresource ? ` with subresource ${JSON.stringify(subresource)}` : ''}${operation === 'Update' ? ` using ${apiVersion}` : ''}`
}

/** The paths of a set as conflicts print them: within a node its own leaves first, then what is below, each sorted. */
export function pathsOf(set: Fields, prefix = ''): readonly string[] {
  const elements = Object.keys(set)
    .filter((element) => element !== '.')
    .sort()
  const own = elements
    .filter((element) => isOwned(nodeAt(set, element)))
    .map((element) => prefix + elementText(element))
  const below = elements.flatMap((element) => pathsOf(childrenOf(nodeAt(set, element)), prefix + elementText(element)))
  return [...own, ...below]
}

function elementText(element: string): string {
  const body = element.slice(2)
  if (element.startsWith('f:')) return `.${body}`
  if (element.startsWith('v:')) return `[=${body}]`
  if (element.startsWith('i:')) return `[${body}]`
  // Keys of items are written by us, or were checked to be an object.
  const keys = JSON.parse(body) as Record<string, unknown>
  return `[${Object.entries(keys)
    .map(([key, value]) => `${key}=${keyText(value)}`)
    .join(',')}]`
}

/** The value of a key; what may be none is told as it is all the same (structured-merge-diff's value.ToString). */
function keyText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(keyText).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  return Object.entries(value)
    .map(([name, member]) => `${name}=${keyText(member)}`)
    .join('')
}
