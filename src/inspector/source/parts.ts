import { readJson } from '../../base/read-json.js'
import type { BundlePart, Glance } from '../../bundle/parts.js'
import type { Bundle, BundleChange, BundleObject, BundleRequest, BundleTold } from '../../bundle/types.js'
import { nextTask } from './timers.js'

/** What is told of a bundle that comes in parts, at its first part. */
export type OnGlance = (bundle: Bundle, glance: Glance) => void

/** Characters that are read at a time, so that the page stays quick meanwhile. */
const AT_ONCE = 1024 * 1024

/** Puts a bundle together from its parts, a line each; undefined where they end too early. */
export async function readParts(stream: ReadableStream<Uint8Array>, onGlance: OnGlance): Promise<Bundle | undefined> {
  let head: Bundle | undefined
  const start: BundleObject[] = []
  const changes: BundleChange[] = []
  const requests: BundleRequest[] = []
  const told: BundleTold[] = []
  let read = 0
  for await (const line of linesOf(stream)) {
    const part = readJson(line) as BundlePart // the server of this very page wrote it
    if (part.type === 'head') onGlance((head = part.bundle), part.glance)
    else if (part.type === 'start') start.push(...part.items)
    else if (part.type === 'changes') changes.push(...part.items)
    else if (part.type === 'requests') requests.push(...part.items)
    else if (part.type === 'told') told.push(...part.items)
    else return head && { ...head, start, changes, requests, told }
    read += line.length
    if (part.type !== 'head' && read < AT_ONCE) continue
    read = 0
    await nextTask()
  }
  return undefined
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let begun: string[] = []
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const [first = '', ...others] = decoder.decode(piece.value, { stream: true }).split('\n')
    begun.push(first)
    for (const next of others) {
      yield begun.join('')
      begun = [next]
    }
  }
}
