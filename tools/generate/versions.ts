import { type KubernetesVersion, kubernetesVersions } from '../../src/model/registry/kubernetes-version.js'

/** What there is in each version; undefined where there is nothing. */
export type PerVersion<T> = ReadonlyMap<KubernetesVersion, T>

/** A word or a line of a table, and the versions that have it: from one up to another, as indexes of all versions. */
type Piece = { readonly text: string; readonly from: number; readonly to: number }

/** The versions that have something, as indexes: those of a table unless its part says otherwise. */
export type Span = Pick<Piece, 'from' | 'to'>

const ALL: Span = { from: 0, to: kubernetesVersions.length }

/** Makes of each version what `make` makes of it, in the order of the versions. */
export const ofEach = <T, V>(versions: PerVersion<T>, make: (of: T) => V): readonly (V | undefined)[] =>
  kubernetesVersions.map((version) => {
    const of = versions.get(version)
    return of === undefined ? undefined : make(of)
  })

/**
 * Merges the words or lines of all versions into one list, which has those of each in their order. What is gone in one
 * version and back in a later one is there twice.
 */
export function merged(versions: readonly (readonly string[] | undefined)[]): readonly Piece[] {
  let pieces: readonly Piece[] = []
  versions.forEach((texts, at) => {
    if (texts) pieces = withVersion(pieces, texts, at)
  })
  return pieces
}

function withVersion(pieces: readonly Piece[], texts: readonly string[], at: number): readonly Piece[] {
  const isSame = (i: number, j: number) => pieces[i]?.to === at && pieces[i].text === texts[j]
  const common = lengthsOfCommon(pieces.length, texts.length, isSame)
  const out: Piece[] = []
  let [i, j] = [0, 0]
  while (i < pieces.length || j < texts.length) {
    const piece = pieces[i]
    const text = texts[j]
    if (piece && text !== undefined && isSame(i, j)) {
      out.push({ ...piece, to: at + 1 })
      i++
      j++
    } else if (piece && (text === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      out.push(piece)
      i++
    } else if (text !== undefined) {
      out.push({ text, from: at, to: at + 1 })
      j++
    }
  }
  return out
}

/** Returns by `[i][j]` how many elements two lists have in common from there on. */
function lengthsOfCommon(rows: number, columns: number, isSame: (i: number, j: number) => boolean) {
  const lengths = Array.from({ length: rows + 1 }, () => Array.from({ length: columns + 1 }, () => 0))
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      lengths[i]![j] = isSame(i, j) ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}

/** Returns the versions from the first to the last that has something. */
export function spanOf(versions: readonly unknown[]): Span {
  const from = versions.findIndex((each) => each !== undefined)
  const to = versions.findLastIndex((each) => each !== undefined) + 1
  if (versions.slice(from, to).includes(undefined))
    throw new Error('something is gone in one version and back in a later')
  return { from, to }
}

/** Marks a word or a line with the versions that have it, as `thoseOf` reads it; none for all of those around it. */
export function markOf({ from, to }: Span, around: Span = ALL): string {
  const since = from > around.from ? `>${minorAt(from)}` : ''
  const until = to < around.to ? `<${minorAt(to)}` : ''
  return since || until ? `${since}${until}:` : ''
}

const minorAt = (index: number) => kubernetesVersions[index]?.slice('1.'.length)

/** Merges lines of all versions, each with its mark. */
export const markedLines = (versions: readonly (readonly string[] | undefined)[]): readonly string[] =>
  merged(versions).map((piece) => markOf(piece) + piece.text)
