import { jsonKind } from '../base/go-json.js'
import { isObject } from '../base/json.js'

// The decoder first reads kind and apiVersion into this anonymous struct, which its errors show.
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

/** The start of the decoder's error for a document whose type it cannot read. */
export const NO_TYPE = "couldn't get version/kind; json parse error: "

/** Returns the decoder's error for the kind and apiVersion of a document; undefined if they can be read. */
export function typeMetaProblem(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (!isObject(value)) return `${NO_TYPE}json: cannot unmarshal ${jsonKind(value)} into Go value of type ${TYPE_META}`
  for (const member in value) {
    const given = value[member]
    if ((member !== 'apiVersion' && member !== 'kind') || given === null || typeof given === 'string') continue
    return `${NO_TYPE}json: cannot unmarshal ${jsonKind(given)} into Go struct field .${member} of type string`
  }
  return undefined
}

/** Returns the error for a malformed apiVersion of a document; undefined if it is well-formed. */
export function groupVersionProblem(value: unknown): string | undefined {
  const apiVersion = isObject(value) ? value['apiVersion'] : undefined
  return typeof apiVersion === 'string' && apiVersion.indexOf('/') !== apiVersion.lastIndexOf('/')
    ? `unexpected GroupVersion string: ${apiVersion}`
    : undefined
}
