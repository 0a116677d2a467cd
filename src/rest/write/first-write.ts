import { isObject } from '../../base/json.js'
import type { Call } from '../../api/call.js'
import type { KubeObject } from '../../schema/object.js'

const unwritten = new WeakSet<KubeObject>()
const withEmptyBytes = new WeakSet<KubeObject>()

/** Remembers an object just stored that reading fills more in: its next write is a real one whatever it says. */
export function noteUnwritten(stored: KubeObject): KubeObject {
  unwritten.add(stored)
  return stored
}

/**
 * Remembers of an object just written that its body had bytes of no length, which storage keeps and replies do not
 * show.
 */
export function noteBytes(call: Call, stored: KubeObject): KubeObject {
  if (sendsEmptyBytes(call)) withEmptyBytes.add(stored)
  return stored
}

/** Remembers the same of an object that is written without being read. */
export function keepBytes(old: KubeObject, stored: KubeObject): KubeObject {
  if (withEmptyBytes.has(old)) withEmptyBytes.add(stored)
  return stored
}

/** Tells whether the next write of an object takes a revision even when it changes nothing. */
export const firstWriteCounts = (object: KubeObject): boolean => unwritten.has(object)

/** Tells whether a write changes bytes of no length to none, or back: nothing that is shown. */
export const changesBytes = (call: Call, old: KubeObject): boolean =>
  call.target.def.storage.bytes !== undefined && withEmptyBytes.has(old) !== sendsEmptyBytes(call)

function sendsEmptyBytes({ target: { def }, body }: Call): boolean {
  const { bytes } = def.storage
  return bytes !== undefined && hasEmpty(body?.value, bytes)
}

const hasEmpty = (value: unknown, member: string): boolean =>
  Array.isArray(value)
    ? value.some((item) => hasEmpty(item, member))
    : isObject(value) && (value[member] === '' || Object.values(value).some((item) => hasEmpty(item, member)))
