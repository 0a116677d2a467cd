import { mustHave } from '../../src/base/must-have.js'

/** What a process uses when all clients have left: bytes of memory and of its heap, and open handles by kind. */
export type Measure = {
  readonly memory: number
  readonly heap: number
  readonly handles: { readonly [kind: string]: number }
}

/** Collects garbage until the heap stops shrinking, and measures. */
export async function measure(): Promise<Measure> {
  const collect = mustHave(globalThis.gc, 'gc: run it with --expose-gc')
  const { rss: memory } = process.memoryUsage()
  let heap = Infinity
  // Closed sockets are released some turns later, and the objects they refer to after that.
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
  return { memory, heap, handles }
}
