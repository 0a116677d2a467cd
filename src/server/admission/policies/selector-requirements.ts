import { StatusError } from '../../../base/errors/status.js'
import type { ResourceAccess } from '../../../model/registry/authorizer.js'
import { parseFieldSelector } from '../../../model/select/fields.js'
import { parseLabelSelector } from '../../../model/select/labels.js'

const FIELD_OPERATORS = { '=': 'In', '!=': 'NotIn' } as const
const LABEL_OPERATORS = { in: 'In', notin: 'NotIn', exists: 'Exists', '!': 'DoesNotExist', gt: 'Gt', lt: 'Lt' } as const

/** Returns the requirements of selectors, as an authorizer sees them; one that cannot be parsed narrows nothing. */
export function requirementsOf({
  fieldSelector,
  labelSelector,
}: {
  readonly fieldSelector: string
  readonly labelSelector: string
}): Pick<ResourceAccess, 'fieldSelector' | 'labelSelector'> {
  const fields = parsed(fieldSelector, parseFieldSelector)?.map(({ path, operator, value }) => ({
    key: path,
    operator: FIELD_OPERATORS[operator],
    values: [value],
  }))
  const labels = parsed(labelSelector, parseLabelSelector)?.map(({ key, operator, values }) => ({
    key,
    operator: LABEL_OPERATORS[operator],
    values,
  }))
  return { ...(fields ? { fieldSelector: fields } : {}), ...(labels ? { labelSelector: labels } : {}) }
}

function parsed<T>(text: string, parse: (text: string) => T): T | undefined {
  if (text === '') return undefined
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof StatusError) return undefined
    throw error
  }
}
