import { highestOf } from '../../base/lists/lists.js'
import { testKey } from '../../server/accounts/test-key.js'
import { createSigningKey } from '../../server/accounts/signing-key.js'
import { type Element, TAG, der, derId, derNumber, elementsOf, idOf, partsOf } from '../../base/bytes/der.js'
import { formatPem, parsePem } from '../../base/bytes/pem.js'
import { mustHave } from '../../base/must-have.js'
import { ROOT_CERTIFICATE } from '../../kinds/bootstrap/root-certificate.js'
import type { CertificateRequest } from '../../kinds/certificates/certificate-request.js'

/** The fields of a certificate that are not in its request. Times are in milliseconds since 1970. */
type Terms = {
  readonly serial: Uint8Array
  readonly notBefore: number
  readonly notAfter: number
  readonly usages: readonly string[]
}

/** What a certificate says of its owner. */
type Certified = Pick<CertificateRequest, 'subject' | 'publicKey' | 'otherNames'>

/** The bits of the key usage extension, by the usages of the API. */
const KEY_USAGES: { readonly [usage: string]: number } = {
  signing: 0,
  'digital signature': 0,
  'content commitment': 1,
  'key encipherment': 2,
  'data encipherment': 3,
  'key agreement': 4,
  'cert sign': 5,
  'crl sign': 6,
  'encipher only': 7,
  'decipher only': 8,
}
/** The OIDs of extended key usages, in the order of the certificate. */
const MORE_USAGES: readonly (readonly [usages: readonly string[], id: string])[] = [
  [['any'], '2.5.29.37.0'],
  [['server auth'], '1.3.6.1.5.5.7.3.1'],
  [['client auth'], '1.3.6.1.5.5.7.3.2'],
  [['code signing'], '1.3.6.1.5.5.7.3.3'],
  [['email protection', 's/mime'], '1.3.6.1.5.5.7.3.4'],
  [['ipsec end system'], '1.3.6.1.5.5.7.3.5'],
  [['ipsec tunnel'], '1.3.6.1.5.5.7.3.6'],
  [['ipsec user'], '1.3.6.1.5.5.7.3.7'],
  [['timestamping'], '1.3.6.1.5.5.7.3.8'],
  [['ocsp signing'], '1.3.6.1.5.5.7.3.9'],
  [['microsoft sgc'], '1.3.6.1.4.1.311.10.3.3'],
  [['netscape sgc'], '2.16.840.1.113730.4.1'],
]

const RSA_SHA256 = der(TAG.sequence, derId('1.2.840.113549.1.1.11'), [0x05, 0x00])

/** Returns the certificate for a request in PEM, signed by the cluster's CA. The result is deterministic. */
export function issueCertificate(request: Certified, { serial, notBefore, notAfter, usages }: Terms): string {
  const body = der(
    TAG.sequence,
    der(0xa0, derNumber([2])),
    derNumber(serial),
    RSA_SHA256,
    issuer(),
    der(TAG.sequence, derTime(notBefore), derTime(notAfter)),
    request.subject,
    request.publicKey,
    der(0xa3, der(TAG.sequence, ...extensionsOf(request, usages))),
  )
  const signature = createSigningKey(testKey).sign(body)
  return formatPem({ type: 'CERTIFICATE', bytes: der(TAG.sequence, body, RSA_SHA256, der(TAG.bits, [0], signature)) })
}

/** Returns when a certificate in PEM expires, in milliseconds since 1970; undefined if it cannot be parsed. */
export function endOfCertificate(pem: string): number | undefined {
  const block = parsePem(pem)
  const [outer] = (block && elementsOf(block.bytes)) ?? []
  const validity = partsOf(partsOf(outer)[0]).find((part, i) => i > 1 && partsOf(part)[1]?.tag === TAG.utcTime)
  const [, end] = partsOf(validity)
  const text = end && new TextDecoder().decode(end.content)
  const [, year = '', month, day, hour, minute, second] =
    /^(\d\d|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '') ?? []
  if (!year) return undefined
  const full = year.length === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`
  return Date.parse(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Returns the fields of the CA's certificate. */
function authority(): readonly Element[] {
  const block = mustHave(parsePem(ROOT_CERTIFICATE), 'the certificate of the authority')
  return partsOf(partsOf(elementsOf(block.bytes)?.[0])[0])
}

const issuer = (): Uint8Array => mustHave(authority()[3], 'the issuer in the certificate of the authority').whole

/** Returns the key identifier of the CA. */
function authorityKey(): Uint8Array {
  const extensions = partsOf(authority().at(-1)).flatMap(partsOf).map(partsOf)
  const value = extensions.find(([id]) => idOf(id) === '2.5.29.14')?.at(-1)
  return mustHave(value && elementsOf(value.content)?.[0], 'the key identifier of the authority').content
}

function extensionsOf({ otherNames, subject }: Certified, usages: readonly string[]): readonly Uint8Array[] {
  const bits = usages.flatMap((usage) => KEY_USAGES[usage] ?? [])
  const more = MORE_USAGES.filter(([words]) => words.some((word) => usages.includes(word)))
  const isNameless = (elementsOf(subject)?.[0]?.content.length ?? 0) === 0
  return [
    ...(bits.length > 0 ? [extension('2.5.29.15', true, bitString(bits))] : []),
    ...(more.length > 0 ? [extension('2.5.29.37', false, der(TAG.sequence, ...more.map(([, id]) => derId(id))))] : []),
    extension('2.5.29.19', true, der(TAG.sequence)),
    extension('2.5.29.35', false, der(TAG.sequence, der(0x80, authorityKey()))),
    ...(otherNames ? [extension('2.5.29.17', isNameless, otherNames)] : []),
  ]
}

const extension = (id: string, isCritical: boolean, value: Uint8Array): Uint8Array =>
  der(TAG.sequence, derId(id), isCritical ? der(TAG.boolean, [0xff]) : [], der(TAG.bytes, value))

/** Encodes a bit string, in which bit 0 is the most significant. */
function bitString(bits: readonly number[]): Uint8Array {
  const last = highestOf(bits)
  const bytes = Array.from({ length: Math.floor(last / 8) + 1 }, (_, i) =>
    bits.reduce((byte, bit) => (Math.floor(bit / 8) === i ? byte | (0x80 >> (bit % 8)) : byte), 0),
  )
  return der(TAG.bits, [7 - (last % 8)], bytes)
}

/** Encodes a time in seconds: as UTCTime with a two-digit year before 2050, as X.509 requires. */
function derTime(time: number): Uint8Array {
  const text = `${new Date(time).toISOString().replaceAll(/[-:T]|\.\d+Z/g, '')}Z`
  const isShort = new Date(time).getUTCFullYear() < 2050
  return der(isShort ? TAG.utcTime : TAG.time, new TextEncoder().encode(isShort ? text.slice(2) : text))
}
