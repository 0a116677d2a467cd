import { type Element, TAG, elementsOf, idOf, partsOf } from '../../base/bytes/der.js'
import { parsePem } from '../../base/bytes/pem.js'
import type { ObjectOf } from '../../kinds/object-types.js'

export type SigningRequest = ObjectOf<'CertificateSigningRequest'>

/** A parsed certificate request (PKCS #10). */
export type Request = {
  /** The bytes that are signed. */
  readonly signed: Uint8Array
  readonly algorithm: string
  readonly signature: Uint8Array
  /** The subject and the public key, in DER. */
  readonly subject: Uint8Array
  readonly publicKey: Uint8Array
  readonly commonName: string
  readonly organizations: readonly string[]
  /** The subject alternative names, in DER; undefined if there are none. */
  readonly otherNames: Uint8Array | undefined
  /** The number of subject alternative names of each type. */
  readonly emails: number
  readonly dnsNames: number
  readonly uris: number
  readonly addresses: number
}

const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'
const EXTENSIONS = '1.2.840.113549.1.9.14'
const OTHER_NAMES = '2.5.29.17'
/** Tags of the types of subject alternative names. */
const EMAIL = 0x81
const DNS = 0x82
const URI = 0x86
const ADDRESS = 0x87

/** Parses a certificate request in base64-encoded PEM; undefined if that fails. */
export function parseRequest(base64: string): Request | undefined {
  const block = parsePem(atob(base64))
  const [outer] = (block && elementsOf(block.bytes)) ?? []
  const [info, algorithm, signature] = partsOf(outer)
  const [version, subject, publicKey, ...attributes] = partsOf(info)
  if (!info || !signature || version?.tag !== TAG.integer || !subject || !publicKey) return undefined
  const names = partsOf(subject).flatMap(partsOf).map(partsOf)
  const namesOf = (wanted: string) =>
    names.flatMap(([id, value]) => (value && idOf(id) === wanted ? [new TextDecoder().decode(value.content)] : []))
  const otherNames = otherNamesIn(attributes)
  const kinds = partsOf(otherNames && elementsOf(otherNames)?.[0]).map(({ tag }) => tag)
  const count = (wanted: number) => kinds.filter((tag) => tag === wanted).length
  return {
    signed: info.whole,
    algorithm: idOf(partsOf(algorithm)[0]),
    // The first byte is the number of unused bits in the last one.
    signature: signature.content.slice(1),
    subject: subject.whole,
    publicKey: publicKey.whole,
    commonName: namesOf(COMMON_NAME).at(-1) ?? '',
    organizations: namesOf(ORGANIZATION),
    otherNames,
    emails: count(EMAIL),
    dnsNames: count(DNS),
    uris: count(URI),
    addresses: count(ADDRESS),
  }
}

/** Returns the extension with the subject alternative names of a request. */
function otherNamesIn(attributes: readonly Element[]): Uint8Array | undefined {
  const extensions = attributes
    .flatMap(partsOf)
    .map(partsOf)
    .filter(([id]) => idOf(id) === EXTENSIONS)
    .flatMap(([, values]) => partsOf(values).flatMap(partsOf))
    .map(partsOf)
  return extensions.find(([id]) => idOf(id) === OTHER_NAMES)?.at(-1)?.content
}
