import { append } from '../../../base/lists/append.js'
import { goQuote } from '../../../base/go/printable.js'
import { trimEnd } from '../../../base/text/trim.js'

/** A path in a volume, and the source of the file there. */
export type Path = { readonly path: string; readonly source: string }

/** A path with its position in the input. */
type Met = Path & { readonly at: number }

/** A directory or file: the paths that name it, and the paths below it. */
type Folder = { readonly inner: Map<string, Folder>; readonly own: Met[]; readonly below: Met[] }

/**
 * Limits: all warnings together have some 4,000 characters, so further overlaps would never be sent; and equal overlaps
 * end the search after this many pairs.
 */
const [MOST_TOLD, MOST_PAIRS] = [500, 100_000]

/**
 * Returns the overlaps of paths that equal, contain or lie below an earlier one. Only the size of a request body limits
 * the number of paths.
 */
export function overlapsOf(given: Iterable<Path>): readonly string[] {
  const told = new Set<string>()
  const top = newFolder()
  let [at, pairs] = [0, 0]
  for (const { path, source } of given) {
    const one: Met = { path: trimEnd(path, '/'), source, at: at++ }
    if (one.path === '') continue
    for (const other of met(top, one)) {
      told.add(`${shown(one)} with ${shown(other)}`)
      if (told.size >= MOST_TOLD || ++pairs >= MOST_PAIRS) return [...told]
    }
  }
  return [...told]
}

const newFolder = (): Folder => ({ inner: new Map(), own: [], below: [] })

/** Returns the earlier paths that overlap with one, in their order, and adds it to the tree. */
function met(top: Folder, one: Met): readonly Met[] {
  const found: Met[] = []
  let folder = top
  for (const segment of one.path.split('/')) {
    if (folder !== top) {
      append(found, folder.own)
      folder.below.push(one)
    }
    let inner = folder.inner.get(segment)
    if (!inner) folder.inner.set(segment, (inner = newFolder()))
    folder = inner
  }
  append(found, folder.own)
  append(found, folder.below)
  folder.own.push(one)
  return found.length > 1 ? found.sort((a, b) => a.at - b.at) : found
}

const shown = ({ path, source }: Path) => (source ? `${goQuote(path)} (${source})` : goQuote(path))
