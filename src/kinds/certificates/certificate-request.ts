import { type Element, TAG, elementsOf, idOf, partsOf } from '../../base/bytes/der.js'
import { readSubject } from './subject.js'
import { parsePem, pemBlocks } from '../../base/bytes/pem.js'

/** A parsed certificate request (PKCS #10). */
export type CertificateRequest = {
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

const EXTENSIONS = '1.2.840.113549.1.9.14'
const OTHER_NAMES = '2.5.29.17'
/** Tags of the types of subject alternative names. */
const EMAIL = 0x81
const DNS = 0x82
const URI = 0x86
const ADDRESS = 0x87

/** The parts of a certificate request, with the names of their types in Go. */
const PARTS = [
  { tag: TAG.sequence, type: 'tbsCertificateRequest' },
  { tag: TAG.sequence, type: 'AlgorithmIdentifier' },
  { tag: TAG.bits, type: 'BitString' },
] as const

/** Returns the parts of a certificate request: the request info, the signature algorithm and the signature. */
function requestParts(bytes: Uint8Array): readonly Element[] | undefined {
  // Reading one element more than expected is enough to detect surplus ones, which only may be inside.
  const outer = elementsOf(bytes, 2)
  const [whole] = outer ?? []
  if (outer?.length !== 1 || whole?.tag !== TAG.sequence) return undefined
  const parts = elementsOf(whole.content, PARTS.length) ?? []
  return PARTS.every(({ tag }, i) => parts[i]?.tag === tag) ? parts : undefined
}

/** Returns why a base64 text is not a certificate request; undefined if it is one. The signature is not verified. */
export function faultOfRequest(base64: string): string | undefined {
  const block = parsePem(atob(base64))
  if (block?.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST'
  return requestParts(block.bytes) ? undefined : faultOfBytes(block.bytes)
}

/** Returns why bytes are not a certificate request (encoding/asn1). */
function faultOfBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) return TOO_FEW
  const [whole] = elementsOf(bytes, 1) ?? []
  if (!whole) return TRUNCATED
  if (whole.tag !== TAG.sequence) return misfit(TAG.sequence, whole, bytes, 'certificateRequest')
  const { content } = whole
  const parts = elementsOf(content, PARTS.length)
  if (!parts) return TRUNCATED
  for (const [i, { tag, type }] of PARTS.entries()) {
    const part = parts[i]
    if (!part) return TOO_FEW
    if (part.tag !== tag) return misfit(tag, part, content, type)
  }
  return 'asn1: syntax error: trailing data'
}

const TRUNCATED = 'asn1: syntax error: data truncated'
const TOO_FEW = 'asn1: syntax error: sequence truncated'

/** Tells of an element of another type than the one that belongs there. */
function misfit(wanted: number, { tag, content }: Element, around: Uint8Array, type: string): string {
  const found = `class:${tag >> 6} tag:${tag & TYPE} length:${content.length} isCompound:${(tag & 0x20) > 0}`
  const at = content.byteOffset - around.byteOffset
  return `asn1: structure error: tags don't match (${wanted & TYPE} vs {${found}}) ${NO_OPTIONS} ${type} @${at}`
}

/** The bits of a tag that are the number of a type. */
const TYPE = 0x1f

const NO_OPTIONS =
  '{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false}'

/** Parses a certificate request in base64-encoded PEM; undefined if that fails. */
export function parseRequest(base64: string): CertificateRequest | undefined {
  const [info, algorithm, signature] = partsOfPem(base64) ?? []
  const [version, subject, publicKey, ...attributes] = partsOf(info)
  if (!info || !signature || version?.tag !== TAG.integer || !subject || !publicKey) return undefined
  const otherNames = otherNamesIn(attributes)
  const named = readSubject(subject)
  const kinds = partsOf(otherNames && elementsOf(otherNames)?.[0]).map(({ tag }) => tag)
  const count = (wanted: number) => kinds.filter((tag) => tag === wanted).length
  return {
    signed: info.whole,
    algorithm: idOf(partsOf(algorithm)[0]),
    // The first byte is the number of unused bits in the last one.
    signature: signature.content.slice(1),
    subject: subject.whole,
    publicKey: publicKey.whole,
    commonName: named.commonName,
    organizations: named.organizations,
    otherNames,
    emails: count(EMAIL),
    dnsNames: count(DNS),
    uris: count(URI),
    addresses: count(ADDRESS),
  }
}

/** Returns the public key of a certificate request in DER; undefined if it is none. */
export function publicKeyOf(request: Uint8Array): Element | undefined {
  const [version, subject, publicKey] = partsOf(requestParts(request)?.[0])
  return version?.tag === TAG.integer && subject?.tag === TAG.sequence ? publicKey : undefined
}

/** Returns the organizations in the subject of a certificate request, whatever is wrong with the rest of it. */
export const organizationsOf = (base64: string): readonly string[] =>
  readSubject(partsOf(partsOfPem(base64)?.[0])[1]).organizations

function partsOfPem(base64: string): readonly Element[] | undefined {
  const block = parsePem(atob(base64))
  return block && requestParts(block.bytes)
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

/** Returns why a base64 text is not a list of PEM certificates; undefined if it is one. */
export function faultOfCertificates(base64: string): string | undefined {
  const blocks = pemBlocks(atob(base64))
  if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block'
  const other = blocks.find(({ type }) => type !== 'CERTIFICATE')
  if (other) return `only CERTIFICATE PEM blocks are allowed, found "${other.type}"`
  return blocks.some(({ body }) => /^[^\n:]+: /.test(body)) ? 'no PEM block headers are permitted' : undefined
}
