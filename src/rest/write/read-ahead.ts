import type { Body, Call } from '../../api/call.js'
import { track } from './ownership.js'
import type { KindDef } from '../../registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import type { RestContext } from '../context.js'
import { readObject } from './body.js'
import { isTooLarge } from './storage-limit.js'
import type { ReadContext } from './warnings.js'

/** What came of reading a body: an object or what is wrong with it, and what the client is warned of. */
type Read = { readonly def: KindDef; readonly warnings: readonly string[] } & (
  { readonly object: KubeObject } | { readonly error: unknown }
)

const reads = new WeakMap<Body, Read>()

/**
 * Does what a long create or replace takes before it looks at what is stored, in turns of their own: reads its body, and finds
 * what its fields are. Its verb then finds both done.
 */
export async function readAhead(context: RestContext, call: Call): Promise<void> {
  const { body, target } = call
  const { turn } = context.env
  await turn()
  if (!body || body.patch || target.subresource !== 'main') return
  const warnings: string[] = []
  const warn = (text: string) => void warnings.push(text)
  const read = readOnce({ ...context, warn }, call)
  reads.set(body, { def: target.def, warnings, ...read })
  await turn()
  if ('error' in read || target.verb !== 'create' || isTooLarge(target.def, read.object)) return
  track(context, call, undefined, read.object)
  await turn()
}

function readOnce(context: ReadContext, call: Call): { readonly object: KubeObject } | { readonly error: unknown } {
  try {
    return { object: readObject(context, call) }
  } catch (error) {
    return { error }
  }
}

/**
 * The object of a create or replace, read now where that has not been done ahead.
 *
 * @throws StatusError as {@link readObject}
 */
export function objectOf(context: ReadContext, call: Call): KubeObject {
  const read = call.body && reads.get(call.body)
  if (read?.def !== call.target.def) return readObject(context, call)
  read.warnings.forEach(context.warn)
  if ('error' in read) throw read.error
  return read.object
}
