import { bytesText, charBytes } from './utf8.js'
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n([\s\S]*?)-----END \1-----/

/** A PEM block: its type and its bytes. */
type PemBlock = { readonly type: string; readonly bytes: Uint8Array }

/** Parses the first PEM block of a text; undefined if there is none. */
export function parsePem(text: string): PemBlock | undefined {
  const [, type, body = ''] = BLOCK.exec(text) ?? []
  if (type === undefined) return undefined
  const base64 = body.replace(/\s/g, '')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(base64) && base64.length % 4 === 0
    ? { type, bytes: charBytes(atob(base64)) }
    : undefined
}

/** Returns the PEM blocks of a text, undecoded. */
export const pemBlocks = (text: string): readonly { readonly type: string; readonly body: string }[] =>
  [...text.matchAll(new RegExp(BLOCK, 'g'))].map(([, type = '', body = '']) => ({ type, body }))

/** Formats a PEM block. */
export function formatPem({ type, bytes }: PemBlock): string {
  const lines = btoa(bytesText(bytes)).match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`, ''].join('\n')
}
