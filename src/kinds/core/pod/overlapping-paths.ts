import { append } from '../../../base/append.js'
import { goQuote } from '../../../base/go-print.js'
import { trimEnd } from '../../../base/trim.js'

/** A path in a volume, and what puts a file there. */
export type Path = { readonly path: string; readonly source: string }

/** A path that was met, as the first, second …. */
type Met = Path & { readonly at: number }

/** A folder or file: which paths are it, and which are below it. */
type Folder = { readonly inner: Map<string, Folder>; readonly own: Met[]; readonly below: Met[] }

/** Warnings have some 4,000 characters together: more are never told. Of the same ones so many pairs are looked at. */
const [MOST_TOLD, MOST_PAIRS] = [500, 100_000]

/** Which paths are the same as an earlier one, above it or below it. There may be as many as a body has room for. */
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

/** The earlier paths that overlap one, in their order; it is put into its folder beside them. */
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
