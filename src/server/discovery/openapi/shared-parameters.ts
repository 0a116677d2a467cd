import { fnv1Wide } from '../../../base/go/fnv.js'
import { encodeJson } from '../../../base/json/json.js'
import { byName } from './order.js'
import type { ParameterV2, Reference } from './document-v2.js'

/** The parameters that operations of a Swagger 2.0 document refer to (kube-openapi: deduplicateParameters). */
export type SharedParameters = {
  /** Returns a reference to a parameter; the parameter itself if it is never shared. */
  readonly refer: (parameter: ParameterV2) => ParameterV2 | Reference
  /** All that were referred to, by name. */
  readonly all: () => { readonly [name: string]: ParameterV2 }
}

/** Starts a document without shared parameters. */
export function createSharedParameters(): SharedParameters {
  const found = new Map<string, ParameterV2>()
  const names = new Map<string, string>()
  return {
    refer(parameter) {
      if (!isShared(parameter)) return parameter
      const text = encodeJson(parameter)
      let name = names.get(text)
      if (name === undefined) {
        names.set(text, (name = `${parameter.name}-${shortHash(text)}`))
        found.set(name, parameter)
      }
      return { $ref: `#/parameters/${name}` }
    },
    all: () => byName(Object.fromEntries(found)),
  }
}

const GENERIC = '#/definitions/io.k8s.apimachinery'
// The description of a name has the kind in it. Old releases of kubectl look for the others in each operation.
const OWN: ReadonlySet<string> = new Set(['name', 'fieldValidation', 'dryRun'])

const isShared = (parameter: ParameterV2): boolean =>
  parameter.in === 'body' ? parameter.schema.$ref?.startsWith(GENERIC) === true : !OWN.has(parameter.name)

/** The first six bytes of the hash in base64 for URLs. */
const shortHash = (text: string): string =>
  btoa(Array.from(fnv1Wide(utf8.encode(text)).subarray(0, 6), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

const utf8 = new TextEncoder()
