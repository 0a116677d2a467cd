import { type Element, TAG, elementsOf, idOf, partsOf } from '../../base/bytes/der.js'
import { parsePem, pemBlocks } from '../../base/bytes/pem.js'

/** Returns the parts of a certificate request: the request info, the signature algorithm and the signature. */
function requestParts(bytes: Uint8Array): readonly Element[] | undefined {
  // Reading one element more than expected is enough to detect surplus ones.
  const outer = elementsOf(bytes, 2)
  const [whole] = outer ?? []
  if (outer?.length !== 1 || whole?.tag !== TAG.sequence) return undefined
  const parts = elementsOf(whole.content, 4) ?? []
  return parts.length === 3 && parts[0]?.tag === TAG.sequence && parts[2]?.tag === TAG.bits ? parts : undefined
}

/** Returns why a base64 text is not a certificate request; undefined if it is one. The signature is not verified. */
export function faultOfRequest(base64: string): string | undefined {
  const block = parsePem(atob(base64))
  if (block?.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST'
  return requestParts(block.bytes) ? undefined : "asn1: structure error: tags don't match"
}

// The OID of the organization attribute in a distinguished name.
const ORGANIZATION = '2.5.4.10'

/** Returns the organizations in the subject of a certificate request. */
export function organizationsOf(base64: string): readonly string[] {
  const block = parsePem(atob(base64))
  const subject = block && partsOf(requestParts(block.bytes)?.[0])[1]
  return partsOf(subject).flatMap((set) =>
    partsOf(set).flatMap((pair) => {
      const [type, value] = partsOf(pair)
      return value && idOf(type) === ORGANIZATION ? [new TextDecoder().decode(value.content)] : []
    }),
  )
}

/** Returns why a base64 text is not a list of PEM certificates; undefined if it is one. */
export function faultOfCertificates(base64: string): string | undefined {
  const blocks = pemBlocks(atob(base64))
  if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block'
  const other = blocks.find(({ type }) => type !== 'CERTIFICATE')
  if (other) return `only CERTIFICATE PEM blocks are allowed, found "${other.type}"`
  return blocks.some(({ body }) => /^[^\n:]+: /.test(body)) ? 'no PEM block headers are permitted' : undefined
}
