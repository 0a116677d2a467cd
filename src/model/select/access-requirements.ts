import { StatusError } from '../../base/errors/status.js'
import type { AccessRequirement, ResourceAccess } from '../registry/authorizer.js'
import { type FieldSelector, parseFieldSelector } from './fields.js'
import { parseLabelSelector } from './labels.js'

/** The selectors of a request as texts, empty without one. */
type Texts = { readonly fieldSelector: string; readonly labelSelector: string }

/** Returns the requirements of selectors, as an authorizer sees them; one that cannot be parsed narrows nothing. */
export const requirementsOf = ({
  fieldSelector,
  labelSelector,
}: Texts): Pick<ResourceAccess, 'fieldSelector' | 'labelSelector'> =>
  narrowing(
    parsed(fieldSelector, (text) => ofFields(parseFieldSelector(text))),
    parsed(labelSelector, parseLabelSelector),
  )

/** Returns requirements as the members of what is asked for; a list without any narrows nothing. */
export const narrowing = (
  fields: readonly AccessRequirement[],
  labels: readonly AccessRequirement[],
): Pick<ResourceAccess, 'fieldSelector' | 'labelSelector'> => ({
  ...(fields.length > 0 ? { fieldSelector: fields } : {}),
  ...(labels.length > 0 ? { labelSelector: labels } : {}),
})

export const ofFields = (selector: FieldSelector): readonly AccessRequirement[] =>
  selector.map(({ path, operator, value }) => ({ key: path, operator, values: [value] }))

function parsed(text: string, parse: (text: string) => readonly AccessRequirement[]): readonly AccessRequirement[] {
  if (text === '') return []
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof StatusError) return []
    throw error
  }
}
