import { mustHave } from '../../src/base/must-have.js'

/** What is in use once everybody has gone: bytes of the heap, and open handles by their kind. */
export type Measure = { readonly heap: number; readonly handles: { readonly [kind: string]: number } }

/** Waits until what has been let go of is gone, and looks. */
export async function measure(): Promise<Measure> {
  const collect = mustHave(globalThis.gc, 'gc: run it with --expose-gc')
  let heap = Infinity
  // Sockets that were closed are gone some turns later, and what they held after that.
  for (let quiet = 0; quiet < 5;) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    await collect({ execution: 'async', type: 'major' })
    const { heapUsed } = process.memoryUsage()
    quiet = heapUsed < heap * 0.99 ? 0 : quiet + 1
    heap = Math.min(heap, heapUsed)
  }
  const handles: { [kind: string]: number } = {}
  for (const kind of process.getActiveResourcesInfo().sort())
    if (kind !== 'Timeout') handles[kind] = (handles[kind] ?? 0) + 1
  return { heap, handles }
}
