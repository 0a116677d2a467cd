import { trimEnd } from '../../base/text/trim.js'
import { goJsonErrorOf } from '../../base/go/encoding-json.js'
import { treeOf } from '../../base/json/json-tree.js'
import { badRequest } from '../../base/errors/status.js'
import { byteText, charBytes } from '../../base/bytes/utf8.js'
import { int64, string, struct } from '../../schema/builders.js'
import { explain } from '../../schema/explain.js'

/** The position of a paged list: the revision of its first page and the first key of the next page. */
type ContinueToken = { readonly revision: number; readonly start: string }

/** Encodes a token in the real server's format: base64url of `{v, rv, start}`. */
export function encodeContinue(revision: number, after: string): string {
  return toBase64Url(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start: `${after}\u0000` }))
}

/**
 * Decodes a token.
 *
 * @throws StatusError 400 with the server's message
 */
export function decodeContinue(token: string): ContinueToken {
  const { v, rv, start } = parseToken(token)
  if (v !== 'meta.k8s.io/v1') throw bad(`server does not recognize this encoded version ${v ?? ''}`)
  if (!rv) throw bad('incorrect encoded start resourceVersion (version meta.k8s.io/v1)')
  if (!start) throw bad('encoded start key empty (version meta.k8s.io/v1)')
  const key = start.startsWith('/') ? start : `/${start}`
  if (key !== '/' && key.split('/').slice(1).some(isNoSegment)) throw bad(start)
  return { revision: rv, start: key.slice(1) }
}

// What Go's path.Clean removes.
const isNoSegment = (part: string) => part === '' || part === '.' || part === '..'

const bad = (text: string) => badRequest(`invalid continue token: continue key is not valid: ${text}`)

const tokenSchema = struct('storage.continueToken', { v: string(), rv: int64(), start: string() })

type Token = { readonly v?: string; readonly rv?: number; readonly start?: string }

function parseToken(token: string): Token {
  const bytes = fromBase64Url(token)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  } catch {
    throw bad(goJsonErrorOf(bytes))
  }
  const { problem } = explain(tokenSchema, treeOf(value))
  if (problem !== undefined) throw bad(problem)
  return (value ?? {}) as Token // it fits the schema
}

function toBase64Url(text: string): string {
  const base64 = btoa(byteText(text))
  return trimEnd(base64.replaceAll('+', '-').replaceAll('/', '_'), '=')
}

function fromBase64Url(token: string): Uint8Array {
  const strange = token.search(/[^A-Za-z0-9_-]/)
  // A single trailing character, six bits, does not make a byte.
  const fault = strange >= 0 ? strange : token.length % 4 === 1 ? token.length - 1 : undefined
  if (fault !== undefined) throw bad(`illegal base64 data at input byte ${fault}`)
  return charBytes(atob(token.replaceAll('-', '+').replaceAll('_', '/')))
}
