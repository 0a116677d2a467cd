import { isObject } from '../base/json.js'

/** Whether there are rules anywhere in a schema, or in anything that contains schemas. */
export function hasRules(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasRules)
  if (!isObject(value)) return false
  const rules = value['x-kubernetes-validations']
  return (Array.isArray(rules) && rules.length > 0) || Object.values(value).some(hasRules)
}
