import type { Bundles } from './bundle.js'
import { runChild } from './child.js'
import type { Walk } from './programs/walk.js'
import type { Extent } from './run.js'
import type { Row } from './table.js'

/** The most functions, files and rooms that a request may run through. */
const MOST: { readonly [what: string]: readonly [functions: number, files: number, rooms: number] } = {
  'POST of a ConfigMap': [500, 90, 14],
  'strategic PATCH of it': [700, 100, 15],
  'GET of it': [220, 50, 10],
}

/** Counts the functions, files and rooms (folders of `src`) that one small request runs through, from the port to it. */
export async function* measureWalk(bundles: Bundles, _: Extent): AsyncGenerator<Row> {
  const { folder, entry } = await bundles.modules()
  for (const { what, functions, files } of await runChild<readonly Walk[]>(bundles.program('walk'), [folder, entry])) {
    const rooms = new Set(files.map((file) => file.split('/')[0]))
    const counts = [functions, files.length, rooms.size]
    const most = MOST[what]
    yield {
      what,
      cells: [`${functions} functions`, `${files.length} files`, `${rooms.size} rooms`],
      ...(most && { floor: { text: most.join(', '), reached: most.every((one, i) => (counts[i] ?? 0) <= one) } }),
    }
  }
}
