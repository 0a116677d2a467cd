const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n([\s\S]*?)-----END \1-----/

/** The bytes of the first block of PEM text, and what it says it is. */
function blockOf(base64: string): { readonly type: string; readonly bytes: Uint8Array } | undefined {
  const [, type, body = ''] = BLOCK.exec(atob(base64)) ?? []
  if (type === undefined) return undefined
  const text = body.replace(/\s/g, '')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0
    ? { type, bytes: Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) }
    : undefined
}

/** An element of DER: its tag, and what is in it. */
type Element = { readonly tag: number; readonly content: Uint8Array }

/** The elements that follow each other in some DER; undefined where they do not come out. */
function elementsOf(bytes: Uint8Array): readonly Element[] | undefined {
  const elements: Element[] = []
  let at = 0
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0
    const first = bytes[at + 1]
    if (first === undefined) return undefined
    const more = first < 0x80 ? 0 : first - 0x80
    const start = at + 2 + more
    const length = more === 0 ? first : bytes.slice(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0)
    if (more > 4 || start + length > bytes.length) return undefined
    elements.push({ tag, content: bytes.slice(start, start + length) })
    at = start + length
  }
  return elements
}

const SEQUENCE = 0x30
const BIT_STRING = 0x03

/** What a certificate request is made of: what it asks for, how it is signed, the signature. */
function partsOf(bytes: Uint8Array): readonly Element[] | undefined {
  const outer = elementsOf(bytes)
  const [whole] = outer ?? []
  if (outer?.length !== 1 || whole?.tag !== SEQUENCE) return undefined
  const parts = elementsOf(whole.content)
  return parts?.length === 3 && parts[0]?.tag === SEQUENCE && parts[2]?.tag === BIT_STRING ? parts : undefined
}

/** Why a text in base64 is no certificate request; undefined where it is one. Whether its signature is good is not looked at. */
export function faultOfRequest(base64: string): string | undefined {
  const block = blockOf(base64)
  if (block?.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST'
  return partsOf(block.bytes) ? undefined : "asn1: structure error: tags don't match"
}

// The attribute of a name that tells an organization: 2.5.4.10.
const ORGANIZATION = '85,4,10'

/** The organizations a certificate request names its subject by. */
export function organizationsOf(base64: string): readonly string[] {
  const block = blockOf(base64)
  const info = block && partsOf(block.bytes)?.[0]
  const subject = info && elementsOf(info.content)?.[1]
  const sets = (subject && elementsOf(subject.content)) ?? []
  return sets.flatMap(({ content }) =>
    (elementsOf(content) ?? []).flatMap((pair) => {
      const [type, value] = elementsOf(pair.content) ?? []
      return type && value && type.content.join(',') === ORGANIZATION ? [new TextDecoder().decode(value.content)] : []
    }),
  )
}

/** Why a text in base64 holds no certificates; undefined where it does. */
export function faultOfCertificates(base64: string): string | undefined {
  const blocks = [...atob(base64).matchAll(new RegExp(BLOCK, 'g'))]
  if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block'
  const other = blocks.find(([, type]) => type !== 'CERTIFICATE')
  if (other) return `only CERTIFICATE PEM blocks are allowed, found "${other[1]}"`
  return blocks.some(([, , body = '']) => /^[^\n:]+: /.test(body)) ? 'no PEM block headers are permitted' : undefined
}
