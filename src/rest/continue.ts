import { badRequest } from '../base/status.js'

/** Where a list goes on: the revision of its first page and the first key of the next. */
export type ContinueToken = { readonly revision: number; readonly start: string }

/** Writes a token in the real server's form: base64url of `{v, rv, start}`. */
export function encodeContinue(revision: number, after: string): string {
  return toBase64Url(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start: `${after}\u0000` }))
}

/**
 * Reads a token.
 *
 * @throws StatusError 400 in the server's words
 */
export function decodeContinue(token: string): ContinueToken {
  const { v, rv, start } = parseToken(token)
  if (v !== 'meta.k8s.io/v1') throw bad(`server does not recognize this encoded version ${v ?? ''}`)
  if (!rv) throw bad('incorrect encoded start resourceVersion (version meta.k8s.io/v1)')
  if (!start) throw bad('encoded start key empty (version meta.k8s.io/v1)')
  if (`/${start}`.split('/').slice(1).some((part) => part === '' || part === '.' || part === '..')) throw bad(start)
  return { revision: rv, start }
}

const bad = (text: string) => badRequest(`invalid continue token: continue key is not valid: ${text}`)

function parseToken(token: string): { v?: string; rv?: number; start?: string } {
  let text: string
  try {
    text = fromBase64Url(token)
  } catch {
    throw bad(`illegal base64 data at input byte ${Math.max(0, token.search(/[^A-Za-z0-9_-]/))}`)
  }
  try {
    return JSON.parse(text) as { v?: string; rv?: number; start?: string }
  } catch {
    throw bad(text === '' ? 'unexpected end of JSON input' : `invalid character ${goCharacter(text)} looking for beginning of value`)
  }
}

// The first byte is named, not the first character: Go's scanner works on bytes.
function goCharacter(text: string): string {
  const byte = new TextEncoder().encode(text)[0]!
  return byte < 0x20 || byte >= 0x7f ? `'\\u${byte.toString(16).padStart(4, '0')}'` : `'${String.fromCharCode(byte)}'`
}

function toBase64Url(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(token: string): string {
  const raw = atob(token.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder('utf-8').decode(Uint8Array.from(raw, (c) => c.charCodeAt(0)))
}
