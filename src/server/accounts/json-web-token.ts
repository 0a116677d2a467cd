import { isObject, type JsonObject } from '../../base/json/json.js'
import { decodeBytes, encodeBytes, encodeText } from './base64url.js'
import type { SigningKey } from './signing-key.js'

/** A parsed token that has not been verified. */
export type ReadToken = {
  readonly header: JsonObject
  readonly claims: JsonObject
  readonly signed: string
  readonly signature: Uint8Array
}

/** Writes and signs a token. */
export function writeToken(key: SigningKey, claims: object): string {
  const { alg, kid } = key.jwk
  const signed = `${encodeText(JSON.stringify({ alg, kid }))}.${encodeText(JSON.stringify(claims))}`
  return `${signed}.${encodeBytes(key.sign(signed))}`
}

/** Parses a token; undefined if it is malformed. */
export function readToken(token: string): ReadToken | undefined {
  const [head = '', body = '', end = '', ...more] = token.split('.', 4)
  const header = readJson(head)
  const claims = readJson(body)
  const signature = decodeBytes(end)
  return header && claims && signature && more.length === 0
    ? { header, claims, signed: `${head}.${body}`, signature }
    : undefined
}

function readJson(text: string): JsonObject | undefined {
  const bytes = decodeBytes(text)
  if (!bytes) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
