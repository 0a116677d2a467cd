/** Two lines side by side: equal, changed, or with only one side present. */
export type LinePair = {
  readonly type: 'same' | 'changed' | 'removed' | 'added'
  readonly left: string | undefined
  readonly right: string | undefined
}

/** Number of equal lines that are shown around a difference. */
const AROUND = 3
/** Maximum number of pairs of lines for which the common subsequence is computed. */
const MOST = 4_000_000

/** Aligns the lines of two texts by a longest common subsequence. */
export function diffLines(left: readonly string[], right: readonly string[]): readonly LinePair[] {
  let head = 0
  while (head < left.length && head < right.length && left[head] === right[head]) head++
  let tail = 0
  const room = Math.min(left.length, right.length) - head
  while (tail < room && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail++
  const a = left.slice(head, left.length - tail)
  const b = right.slice(head, right.length - tail)
  return [...left.slice(0, head).map(same), ...middle(a, b), ...left.slice(left.length - tail, left.length).map(same)]
}

const same = (line: string): LinePair => ({ type: 'same', left: line, right: line })

function middle(a: readonly string[], b: readonly string[]): readonly LinePair[] {
  const pairs: LinePair[] = []
  let gone: string[] = []
  let come: string[] = []
  const flush = () => {
    for (let i = 0; i < Math.max(gone.length, come.length); i++) {
      const [left, right] = [gone[i], come[i]]
      pairs.push({ type: left === undefined ? 'added' : right === undefined ? 'removed' : 'changed', left, right })
    }
    gone = []
    come = []
  }
  for (const [left, right] of alignment(a, b)) {
    if (left !== undefined && right !== undefined) {
      flush()
      pairs.push(same(left))
    } else if (left !== undefined) gone.push(left)
    else if (right !== undefined) come.push(right)
  }
  flush()
  return pairs
}

type Aligned = readonly [left: string | undefined, right: string | undefined]

/** Aligns lines along a longest common subsequence. */
function alignment(a: readonly string[], b: readonly string[]): readonly Aligned[] {
  if (a.length * b.length > MOST)
    return [...a.map((line): Aligned => [line, undefined]), ...b.map((line): Aligned => [undefined, line])]
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const steps: Aligned[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) steps.push([a[i++], b[j++]])
    else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) steps.push([a[i++], undefined])
    else steps.push([undefined, b[j++]])
  }
  return steps
}

/** A run of pairs that are shown, or the number of equal pairs that are hidden. */
type DiffPart = { readonly pairs: readonly LinePair[] } | { readonly alike: number }

/** Hides equal pairs that are not near a difference. */
export function foldAlike(pairs: readonly LinePair[]): readonly DiffPart[] {
  const near = pairs.map(() => false)
  pairs.forEach(({ type }, i) => {
    if (type === 'same') return
    for (let k = Math.max(0, i - AROUND); k <= Math.min(pairs.length - 1, i + AROUND); k++) near[k] = true
  })
  const parts: DiffPart[] = []
  for (let i = 0; i < pairs.length;) {
    const begin = i
    while (i < pairs.length && near[i] === near[begin]) i++
    parts.push(near[begin] ? { pairs: pairs.slice(begin, i) } : { alike: i - begin })
  }
  return parts
}
