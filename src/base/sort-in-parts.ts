import { endPart, countParts, isInTurns, progressOf } from './parts.js'

type Compare = (a: string, b: string) => number

/** The number of texts sorted at once. */
const RUN = 4000

/** Sorted runs, and how many of the texts they cover. */
type Runs = { readonly runs: (readonly string[])[]; begun: number }

/** Sorts the texts of a value, in several turns if there are thousands. The texts must be distinct. */
export function sortInParts(
  value: object,
  place: unknown,
  texts: readonly string[],
  compare?: Compare,
): readonly string[] {
  if (!isInTurns() || texts.length <= RUN) return [...texts].sort(compare)
  const state = progressOf(value, place, (): Runs => ({ runs: [], begun: 0 }))
  while (state.begun < texts.length) {
    state.runs.push(texts.slice(state.begun, state.begun + RUN).sort(compare))
    state.begun += RUN
    endTurnAfter(RUN)
  }
  while (state.runs.length > 1) {
    const [a = [], b = []] = state.runs
    const both = merged(a, b, compare ?? byUnits)
    state.runs.splice(0, 2)
    state.runs.push(both)
    endTurnAfter(both.length)
  }
  return state.runs[0] ?? []
}

function endTurnAfter(parts: number): void {
  countParts(parts)
  endPart()
}

const byUnits: Compare = (a, b) => (a < b ? -1 : 1)

function merged(a: readonly string[], b: readonly string[], compare: Compare): readonly string[] {
  const out: string[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const [x = '', y = ''] = [a[i], b[j]]
    if (compare(x, y) <= 0) {
      out.push(x)
      i++
    } else {
      out.push(y)
      j++
    }
  }
  while (i < a.length) out.push(a[i++] ?? '')
  while (j < b.length) out.push(b[j++] ?? '')
  return out
}
