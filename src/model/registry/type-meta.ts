import { jsonKind } from '../../base/go/encoding-json.js'
import { isObject } from '../../base/json/json.js'
import { memberNames } from '../../base/json/member-names.js'
import { goQuote } from '../../base/go/printable.js'
import type { KubernetesVersion } from './kubernetes-version.js'
import { schemeName } from './releases.js'

// The decoder first reads kind and apiVersion into this anonymous struct, which its errors show.
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

/** The start of the decoder's error for a document whose type it cannot read. */
export const NO_TYPE = "couldn't get version/kind; json parse error: "

/** Returns the decoder's error for the kind and apiVersion of a document; undefined if they can be read. */
export function typeProblem(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (!isObject(value)) return `${NO_TYPE}json: cannot unmarshal ${jsonKind(value)} into Go value of type ${TYPE_META}`
  let stated = ''
  const members = memberNames(value)
  for (let i = 0; i < members.length; i++) {
    const member = members[i] ?? ''
    const name = mayBeType(member) ? typeMember(member) : undefined
    const given = value[member]
    if (!name || given === null) continue
    if (typeof given !== 'string')
      return `${NO_TYPE}json: cannot unmarshal ${jsonKind(given)} into Go struct field .${name} of type string`
    if (name === 'apiVersion') stated = given
  }
  return stated === '' ? undefined : groupVersionProblem(stated)
}

/**
 * Returns the kind and apiVersion that a document states, `''` for one it does not state. The decoder that reads them
 * does not distinguish case, and the last member counts.
 */
export function statedType(value: unknown): { readonly kind: string; readonly apiVersion: string } {
  const stated = { kind: '', apiVersion: '' }
  if (!isObject(value)) return stated
  for (const member of memberNames(value)) {
    const given = value[member]
    if (typeof given !== 'string' || !mayBeType(member)) continue
    const name = typeMember(member)
    if (name) stated[name] = given
  }
  return stated
}

const mayBeType = ({ length }: string): boolean => length === 'kind'.length || length === 'apiVersion'.length

function typeMember(member: string): 'kind' | 'apiVersion' | undefined {
  if (member === 'kind' || member === 'apiVersion') return member
  const folded = member.toLowerCase()
  return folded === 'kind' ? 'kind' : folded === 'apiversion' ? 'apiVersion' : undefined
}

/** Returns the error for a malformed apiVersion; undefined if it is well-formed. */
export const groupVersionProblem = (apiVersion: string): string | undefined =>
  apiVersion.indexOf('/') === apiVersion.lastIndexOf('/') ? undefined : `unexpected GroupVersion string: ${apiVersion}`

/** Splits an apiVersion into group and version; the core group is the empty string. */
export function splitApiVersion(apiVersion: string): readonly [group: string, version: string] {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  return [group, version]
}

/** Returns an apiVersion as Go prints a GroupVersion: the core group has a slash too (`/v1`). */
export const goGroupVersion = (apiVersion: string): string => (apiVersion.includes('/') ? apiVersion : `/${apiVersion}`)

/** Returns the scheme's error for a kind that a group does not have, where no version of it is stated. */
export const unregisteredInternally = (kind: string, group: string, version: KubernetesVersion): string =>
  `no kind ${goQuote(kind)} is registered for the internal version of group ${goQuote(group)} in ${schemeName(version)}`

/** Returns the scheme's error for a kind it does not know. */
export const unregistered = (kind: string, apiVersion: string, version: KubernetesVersion): string =>
  `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)} in ${schemeName(version)}`
