import { encodeJson } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'
import type { Reply } from './reply.js'

const utf8 = new TextEncoder()
const LONGEST_KEPT = 64 * 1024
const texts = new WeakMap<KubeObject, string>()
const bodies = new WeakMap<KubeObject, Reply['body']>()

/**
 * Returns the JSON of an object. Objects are immutable, so the text is cached for all readers, except for long ones,
 * whose memory it would double.
 */
export function objectText(object: KubeObject): string {
  const known = texts.get(object)
  if (known !== undefined) return known
  const text = encodeJson(object)
  if (text.length <= LONGEST_KEPT) texts.set(object, text)
  return text
}

/** The text of an object that is seldom read again. */
export const writtenText = (object: KubeObject): string => texts.get(object) ?? encodeJson(object)

/** Returns the body of a reply with an object, with its length. It is cached like the text. */
export function objectBody(object: KubeObject): Reply['body'] {
  const known = bodies.get(object)
  if (known) return known
  const text = `${writtenText(object)}\n`
  const body: Reply['body'] = { type: 'text', text, length: utf8.encode(text).length }
  if (text.length <= LONGEST_KEPT) bodies.set(object, body)
  return body
}
