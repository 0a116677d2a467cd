import { type Issue, invalid, required } from '../../base/issue.js'
import { dns1123Subdomain, pathSegmentName } from '../../base/rules/names.js'

type Reference = { readonly apiGroup?: string | null; readonly kind?: string; readonly name?: string }

/**
 * The rules of a reference to an object that ingresses and their classes name
 * (validateIngressTypedLocalObjectReference).
 */
export const validateLocalReference = ({ apiGroup, kind, name }: Reference, at: string): readonly Issue[] => [
  // Where it is always written, it is null where there is none.
  ...(typeof apiGroup === 'string'
    ? dns1123Subdomain(apiGroup).map((detail) => invalid(`${at}.apiGroup`, apiGroup, detail))
    : []),
  ...(kind
    ? pathSegmentName(kind).map((detail) => invalid(`${at}.kind`, kind, detail))
    : [required(`${at}.kind`, 'kind is required')]),
  ...(name
    ? pathSegmentName(name).map((detail) => invalid(`${at}.name`, name, detail))
    : [required(`${at}.name`, 'name is required')]),
]
