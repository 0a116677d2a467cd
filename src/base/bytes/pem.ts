import { bytesText, charBytes } from './utf8.js'

const BEGIN = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n/g
// The dashes behind one may be those before the next.
const END = /-----END (?=([A-Z0-9 ]+)-----)/g

/** A PEM block: its type and its bytes. */
type PemBlock = { readonly type: string; readonly bytes: Uint8Array }

/** Parses the first PEM block of a text; undefined if there is none. */
export function parsePem(text: string): PemBlock | undefined {
  const [first] = blocksIn(text)
  if (!first) return undefined
  const { type, body } = first
  const bytes = bytesOf(body)
  return bytes && { type, bytes }
}

type Written = { readonly type: string; readonly body: string }

/** Returns the PEM blocks of a text, undecoded. */
export const pemBlocks = (text: string): readonly Written[] => [...blocksIn(text)]

/** Returns the PEM blocks of a text that can be decoded, and whether they have headers. */
export const decodedBlocks = (text: string): readonly (PemBlock & { readonly hasHeaders: boolean })[] =>
  pemBlocks(text).flatMap(({ type, body }) => {
    const [, headers = '', base64 = ''] = HEADERS.exec(body) ?? []
    const bytes = bytesOf(base64)
    return bytes ? [{ type, bytes, hasHeaders: headers !== '' }] : []
  })

// Lines of names and values, and the rest.
const HEADERS = /^((?:[^\n:]+:[^\n]*\n)*)([^]*)$/

function bytesOf(body: string): Uint8Array | undefined {
  const base64 = body.replace(/\s/g, '')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(base64) && base64.length % 4 === 0 ? charBytes(atob(base64)) : undefined
}

/** Takes linear time, even if many blocks begin and none ends. */
function* blocksIn(text: string): Iterable<Written> {
  const ends = new Map<string, number[]>()
  for (const { 1: type = '', index } of text.matchAll(END)) {
    const before = ends.get(type)
    if (before) before.push(index)
    else ends.set(type, [index])
  }
  for (const all of ends.values()) all.reverse()
  let from = 0
  for (const { 0: head, 1: type = '', index } of text.matchAll(BEGIN)) {
    if (index < from) continue
    const start = index + head.length
    const left = ends.get(type) ?? []
    while ((left.at(-1) ?? start) < start) left.pop()
    const end = left.at(-1)
    if (end === undefined) continue
    yield { type, body: text.slice(start, end) }
    from = end
  }
}

/** Formats a PEM block. */
export function formatPem({ type, bytes }: PemBlock): string {
  const lines = btoa(bytesText(bytes)).match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`, ''].join('\n')
}
