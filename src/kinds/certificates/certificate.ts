import { type Element, TAG, elementsOf, idOf, partsOf } from '../../base/bytes/der.js'

/** What is read of a certificate (X.509). */
export type Certificate = {
  /** Whether it is that of an authority, which may sign others. */
  readonly isAuthority: boolean
  /** The public key with its algorithm, in DER. */
  readonly publicKey: Element
  /** From when to when it is valid, in milliseconds since 1970. */
  readonly notBefore: number
  readonly notAfter: number
  readonly dnsNames: readonly string[]
}

const VERSION = 0xa0
const EXTENSIONS = 0xa3
const CONSTRAINTS = '2.5.29.19'
const OTHER_NAMES = '2.5.29.17'
const DNS = 0x82

/** Returns the fields of a certificate in DER, from its serial number on: the version is left out of the first one. */
const fieldsOf = (info: Element | undefined): readonly Element[] => {
  const fields = partsOf(info)
  return fields[0]?.tag === VERSION ? fields.slice(1) : fields
}

/** Returns the subject of a certificate in DER. */
export const subjectElement = (certificate: Uint8Array): Element | undefined =>
  fieldsOf(partsOf(elementsOf(certificate)?.[0])[0])[4]

/** Parses a certificate in DER; undefined if that fails. Its signature is not verified. */
export function parseCertificate(bytes: Uint8Array): Certificate | undefined {
  const outer = elementsOf(bytes, 2)
  const [info, algorithm, signature, ...more] = partsOf(outer?.length === 1 ? outer[0] : undefined)
  if (info?.tag !== TAG.sequence || algorithm?.tag !== TAG.sequence || signature?.tag !== TAG.bits || more.length > 0)
    return undefined
  const [serial, , , validity, subject, publicKey, ...others] = fieldsOf(info)
  const [from, to] = partsOf(validity).map(timeOf)
  if (serial?.tag !== TAG.integer || subject?.tag !== TAG.sequence || publicKey?.tag !== TAG.sequence) return undefined
  if (from === undefined || to === undefined) return undefined
  const extensions = others.filter(({ tag }) => tag === EXTENSIONS).flatMap((all) => partsOf(partsOf(all)[0]))
  const valueOf = (wanted: string): readonly Element[] => {
    const found = extensions.map(partsOf).find(([id]) => idOf(id) === wanted)
    return partsOf(partsOf(found?.at(-1))[0])
  }
  const [isAuthority] = valueOf(CONSTRAINTS)
  return {
    isAuthority: isAuthority?.tag === TAG.boolean && isAuthority.content[0] === 0xff,
    publicKey,
    notBefore: from,
    notAfter: to,
    dnsNames: valueOf(OTHER_NAMES).flatMap(({ tag, content }) => (tag === DNS ? [ascii.decode(content)] : [])),
  }
}

const ascii = new TextDecoder()
const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/

/** Reads a UTCTime, whose years are of 1950 to 2049, or a GeneralizedTime. */
function timeOf({ tag, content }: Element): number | undefined {
  const text = ascii.decode(content)
  const century = tag === TAG.utcTime ? (text < '5' ? '20' : '19') : ''
  const [whole, year, month, day, hour, minute, second] = (TIME.exec(century + text) ?? []).map(Number)
  return whole === undefined || year === undefined || month === undefined
    ? undefined
    : Date.UTC(year, month - 1, day, hour, minute, second)
}
