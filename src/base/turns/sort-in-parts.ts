import { bytesOrder, sortBytes } from '../json/json.js'
import { countParts, isInTurns, progressOf, stepsInParts } from './work-in-parts.js'
import type { Steps } from './steps.js'

type Compare = (a: string, b: string) => number

/** The number of texts sorted at once. */
const RUN = 4000

/** Sorts the texts of a value, in several turns if there are thousands. The texts must be distinct. */
export const sortInParts = (
  value: object,
  place: unknown,
  texts: readonly string[],
  compare?: Compare,
): readonly string[] =>
  !isInTurns() || texts.length <= RUN
    ? [...texts].sort(compare)
    : stepsInParts(value, place, () => sortInSteps(texts, compare))

/** Sorts the distinct names of something in a value as {@link sortBytes} does, in several turns if there are many. */
export const sortNamesInParts = (value: object, place: unknown, names: readonly string[]): readonly string[] =>
  !isInTurns()
    ? sortBytes([...names])
    : names.length <= RUN
      ? progressOf(value, place, () => sortBytes([...names]))
      : stepsInParts(value, place, () => sortInSteps(names, bytesOrder(names)))

/** Sorts distinct texts in steps, each of which counts its parts. */
export function* sortInSteps(texts: readonly string[], compare: Compare = byUnits): Steps<readonly string[]> {
  const runs: (readonly string[])[] = []
  for (let at = 0; at < texts.length; at += RUN) {
    runs.push(texts.slice(at, at + RUN).sort(compare))
    countParts(RUN)
    yield
  }
  while (runs.length > 1) {
    const [a = [], b = []] = runs.splice(0, 2)
    runs.push(merged(a, b, compare))
    countParts(a.length + b.length)
    yield
  }
  return runs[0] ?? []
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
