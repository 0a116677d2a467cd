import { append } from '../../base/lists/append.js'
import { readJson } from '../../base/json/read-json.js'
import type { BundlePart, Glance } from '../../cluster/bundle/bundle-parts.js'
import type { Bundle, BundleChange, BundleObject, BundleRequest, BundleTold } from '../../cluster/bundle/types.js'
import { nextTask } from './timers.js'

/** Called at the first part of a Bundle that is loaded in parts. */
export type OnGlance = (bundle: Bundle, glance: Glance) => void

/** Number of characters after which the reader yields, so that the page stays responsive. */
const AT_ONCE = 1024 * 1024

/** Reads a Bundle from its parts, one per line; undefined if they end early. */
export async function readParts(stream: ReadableStream<Uint8Array>, onGlance: OnGlance): Promise<Bundle | undefined> {
  let head: Bundle | undefined
  const start: BundleObject[] = []
  const changes: BundleChange[] = []
  const requests: BundleRequest[] = []
  const told: BundleTold[] = []
  let read = 0
  for await (const line of linesOf(stream)) {
    const part = readJson(line) as BundlePart // from this page's own server
    if (part.type === 'head') onGlance((head = part.bundle), part.glance)
    else if (part.type === 'start') append(start, part.items)
    else if (part.type === 'changes') append(changes, part.items)
    else if (part.type === 'requests') append(requests, part.items)
    else if (part.type === 'told') append(told, part.items)
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
