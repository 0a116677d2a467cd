import { jsonKind } from '../base/go-json.js'
import { isObject } from '../base/json.js'

// The decoder first looks for kind and apiVersion in this anonymous struct, and its errors show it.
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

/** How the decoder begins to say that it cannot find out what a document is. */
export const NO_TYPE = "couldn't get version/kind; json parse error: "

/** What keeps the decoder from the kind and apiVersion of a document; undefined where nothing does. */
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

/** What is wrong with the form of a document's apiVersion; undefined where nothing is. */
export function groupVersionProblem(value: unknown): string | undefined {
  const apiVersion = isObject(value) ? value['apiVersion'] : undefined
  return typeof apiVersion === 'string' && apiVersion.indexOf('/') !== apiVersion.lastIndexOf('/')
    ? `unexpected GroupVersion string: ${apiVersion}`
    : undefined
}
