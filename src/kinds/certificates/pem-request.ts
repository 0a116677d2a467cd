import { type Element, TAG, elementsOf, idOf, partsOf } from '../../base/der.js'
import { parsePem, pemBlocks } from '../../base/pem.js'

/** What a certificate request is made of: what it asks for, how it is signed, the signature. */
function requestParts(bytes: Uint8Array): readonly Element[] | undefined {
  // One more than there are to be is as good as a million.
  const outer = elementsOf(bytes, 2)
  const [whole] = outer ?? []
  if (outer?.length !== 1 || whole?.tag !== TAG.sequence) return undefined
  const parts = elementsOf(whole.content, 4) ?? []
  return parts.length === 3 && parts[0]?.tag === TAG.sequence && parts[2]?.tag === TAG.bits ? parts : undefined
}

/**
 * Why a text in base64 is no certificate request; undefined where it is one. Whether its signature is good is not
 * looked at.
 */
export function faultOfRequest(base64: string): string | undefined {
  const block = parsePem(atob(base64))
  if (block?.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST'
  return requestParts(block.bytes) ? undefined : "asn1: structure error: tags don't match"
}

// The attribute of a name that tells an organization.
const ORGANIZATION = '2.5.4.10'

/** The organizations a certificate request names its subject by. */
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

/** Why a text in base64 holds no certificates; undefined where it does. */
export function faultOfCertificates(base64: string): string | undefined {
  const blocks = pemBlocks(atob(base64))
  if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block'
  const other = blocks.find(({ type }) => type !== 'CERTIFICATE')
  if (other) return `only CERTIFICATE PEM blocks are allowed, found "${other.type}"`
  return blocks.some(({ body }) => /^[^\n:]+: /.test(body)) ? 'no PEM block headers are permitted' : undefined
}
