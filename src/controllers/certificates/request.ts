import { type Element, TAG, elementsOf, idOf, partsOf } from '../../base/der.js'
import { parsePem } from '../../base/pem.js'
import type { ObjectOf } from '../../kinds/object-types.js'

/** A CertificateSigningRequest, as its controller sees it. */
export type SigningRequest = ObjectOf<'CertificateSigningRequest'>

/** What a certificate request asks for (PKCS #10). */
export type Request = {
  /** What is signed of it. */
  readonly signed: Uint8Array
  readonly algorithm: string
  readonly signature: Uint8Array
  /** The subject and the public key, in DER. */
  readonly subject: Uint8Array
  readonly publicKey: Uint8Array
  readonly commonName: string
  readonly organizations: readonly string[]
  /** The other names of the subject, in DER; undefined where it has none. */
  readonly otherNames: Uint8Array | undefined
  /** How many of them there are of each kind. */
  readonly emails: number
  readonly dnsNames: number
  readonly uris: number
  readonly addresses: number
}

const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'
const EXTENSIONS = '1.2.840.113549.1.9.14'
const OTHER_NAMES = '2.5.29.17'
/** Tags of the kinds of other names. */
const EMAIL = 0x81
const DNS = 0x82
const URI = 0x86
const ADDRESS = 0x87

/** Reads a certificate request, in base64 of PEM; undefined where it cannot be read. */
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
    // Its first byte tells how many bits of the last one are unused.
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

/** The extension of a request that tells the other names of its subject. */
function otherNamesIn(attributes: readonly Element[]): Uint8Array | undefined {
  const extensions = attributes
    .flatMap(partsOf)
    .map(partsOf)
    .filter(([id]) => idOf(id) === EXTENSIONS)
    .flatMap(([, values]) => partsOf(values).flatMap(partsOf))
    .map(partsOf)
  return extensions.find(([id]) => idOf(id) === OTHER_NAMES)?.at(-1)?.content
}
