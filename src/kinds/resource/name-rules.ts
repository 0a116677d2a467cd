import { type Issue, declared, invalid, required, tooLong } from '../../base/errors/issue.js'
import { wordingNow } from '../../base/errors/wording.js'
import { dns1123Label, dns1123Subdomain } from '../../base/rules/names.js'
import { isLonger } from '../../base/rules/texts.js'
import { runsAtLeast } from '../../model/registry/kubernetes-version.js'
import { validateDriverName } from '../storage/csi-driver-name.js'

/** Validates the name of a request, a device or a counter. */
export const validateLabel = (name: string, field: string): readonly Issue[] =>
  dns1123Label(name).map((detail) => invalid(field, name, detail))

/** Validates the name of a class of devices that a request refers to. */
export const validateClassName = (name: string, field: string): readonly Issue[] =>
  name ? dns1123Subdomain(name).map((detail) => invalid(field, name, detail)) : [required(field)]

/** Validates the name of a pool: subdomains with slashes between them. */
export function* validatePoolName(name: string, field: string): Iterable<Issue> {
  if (!name) {
    yield required(field)
    return
  }
  if (isLonger(name, POOL_LENGTH)) yield tooLong(field, POOL_LENGTH)
  for (const part of name.split('/')) yield* dns1123Subdomain(part).map((detail) => invalid(field, part, detail))
}

const POOL_LENGTH = 253

/** The same where the tags of its struct do so, too (ResourcePoolName). */
export function* validateTaggedPool(name: string, field: string): Iterable<Issue> {
  if (!wordingNow().isDeclarative || !name) {
    for (const issue of validatePoolName(name, field)) yield declared(issue)
    return
  }
  if (isLonger(name, POOL_LENGTH)) yield declared(tooLong(field, POOL_LENGTH))
  for (const [i, part] of name.split('/').entries())
    if (!part) yield declared(invalid(field, name, `segment ${i}: must not be empty`))
    else for (const detail of dns1123Subdomain(part)) yield declared(invalid(field, part, `segment ${i}: ${detail}`))
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Validates the id of a share of a device. */
export function* validateShareId(id: string, field: string): Iterable<Issue> {
  if (UUID.test(id)) return
  if (wordingNow().isDeclarative) yield declared(invalid(field, id, 'must be a lowercase UUID in 8-4-4-4-12 format'))
  else yield invalid(field, id, uuidFault(id))
}

// google/uuid: Validate.
function uuidFault(id: string): string {
  const isForm = /^(?:urn:uuid:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^\{.{36}\}$|^[0-9a-f]{32}$/i.test(id)
  if (isForm)
    return 'uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters'
  const isLength = [36, 45, 38, 32].includes(id.length)
  return `error validating uid: ${isLength ? 'invalid UUID format' : `invalid UUID length: ${id.length}`}`
}

const DOMAIN_LENGTH = 63
const ID_LENGTH = 32
/** The longest key of attributes and capacities that a path shows whole. */
export const KEY_LENGTH = DOMAIN_LENGTH + 1 + ID_LENGTH

const IS_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/
const IDENTIFIER_TEXT =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')"

function* validateIdentifier(id: string, field: string): Iterable<Issue> {
  if (isLonger(id, ID_LENGTH)) yield tooLong(field, ID_LENGTH)
  if (IS_IDENTIFIER.test(id)) return
  const issue = invalid(field, id, IDENTIFIER_TEXT)
  yield runsAtLeast('1.34') ? issue : { ...issue, reason: 'FieldValueTypeInvalid' }
}

/** Validates the name of an attribute or a capacity, with a domain or without (validateQualifiedName). */
export function* validateQualified(name: string, field: string): Iterable<Issue> {
  const isFirst = !runsAtLeast('1.35')
  const empty = (detail: string) => (isFirst ? required(field, detail) : invalid(field, '', detail))
  if (name === '' && isFirst) {
    yield required(field, 'name required')
    return
  }
  const parts = name.split('/')
  if (parts.length > 2) return
  const id = parts.pop() ?? ''
  const [domain] = parts
  if (domain === '') yield empty('the domain must not be empty')
  else if (domain !== undefined) yield* validateDriverName(domain, field)
  if (domain !== undefined && id === '') yield empty('the name must not be empty')
  else yield* validateIdentifier(id, field)
}

/**
 * Validates the name of an attribute that a constraint compares, which has a domain; the tags of its struct do so, too
 * (ResourceFullyQualifiedName).
 */
export function* validateFullyQualified(name: string, field: string): Iterable<Issue> {
  const isFirst = !runsAtLeast('1.35')
  for (const issue of wordingNow().isDeclarative ? validateTaggedName(name, field) : validateQualified(name, field))
    yield declared(issue)
  if (!name.includes('/') && !(isFirst && name === ''))
    yield declared(
      invalid(
        field,
        name,
        isFirst ? 'must include a domain' : 'a fully qualified name must be a domain and a name separated by a slash',
      ),
    )
}

function* validateTaggedName(name: string, field: string): Iterable<Issue> {
  const [prefix = '', id, ...others] = name.split('/')
  if (others.length > 0) return
  if (id === undefined) {
    yield* validateIdentifier(prefix, field)
    return
  }
  if (!prefix) yield invalid(field, '', 'prefix must not be empty')
  else {
    if (isLonger(prefix, DOMAIN_LENGTH)) yield tooLong(field, DOMAIN_LENGTH)
    yield* dns1123Subdomain(prefix).map((detail) => invalid(field, prefix, `prefix: ${detail}`))
  }
  if (!id) yield invalid(field, '', 'name must not be empty')
  else yield* validateIdentifier(id, field)
}
