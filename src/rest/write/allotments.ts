import { StatusError } from '../../base/status.js'
import type { KubeObject } from '../../schema/object.js'
import type { Call } from '../../api/call.js'
import type { WriteContext } from './warnings.js'

// What kinds give to their objects, such as addresses, a server writes beside them: before the object, and when it is given back. The
// revisions of that are seen only where no object takes a later one.
type Moves = { readonly taken: boolean; readonly givenBack: boolean }

const moved = new WeakMap<Call, Moves>()

/** Notes what an object is given and gives back when `next` is written over `old`. */
export function noteAllotments(call: Call, next: KubeObject | undefined, old: KubeObject | undefined): void {
  const { allotments } = call.target.def.storage
  if (!allotments || call.options.dryRun) return
  const [now, before] = [new Set(next && allotments(next)), new Set(old && allotments(old))]
  moved.set(call, {
    taken: [...now].some((each) => !before.has(each)),
    givenBack: [...before].some((each) => !now.has(each)),
  })
}

/** Writes, and takes a revision more where something is given back, as it is after a failure. */
export function settlingAllotments<R>(context: WriteContext, call: Call, write: () => R): R {
  try {
    const result = write()
    if (moved.get(call)?.givenBack) context.store.advance()
    return result
  } catch (error) {
    if (error instanceof StatusError && moved.get(call)?.taken) context.store.advance()
    throw error
  }
}
