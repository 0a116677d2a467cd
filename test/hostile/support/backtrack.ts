import type { Node } from './expression.js'

/** Thrown when matching exceeds the allowed steps. */
export class TooManySteps extends Error {}

/**
 * Counts the characters that a backtracking engine such as JavaScript's reads to find a match of an expression in a
 * text, or all matches with the flag `g`. Backtracking positions are kept in a list, so that long texts do not overflow
 * the stack.
 */
export function countSteps(root: Node, flags: string, text: string, most: number): number {
  let steps = 0
  const characters = [...text]
  const step = () => {
    if (++steps > most) throw new TooManySteps()
  }
  const isWord = (at: number) => /^\w$/.test(characters[at] ?? '')
  type Groups = ReadonlyMap<number, readonly [number, number]>
  type State = { readonly at: number; readonly groups: Groups; readonly next: Next }
  type Next = { readonly node: Node; readonly then: Next; readonly count?: number; readonly from?: number } | undefined

  /** Returns the end of the match that begins at a position; -1 where there is none. */
  const endOf = (first: State): number => {
    const tries: State[] = [first]
    for (let state = tries.pop(); state; state = tries.pop()) {
      if (!state.next) return state.at
      const { at, groups } = state
      const { node, then, count = 0, from = -1 } = state.next
      const go = (next: Next, to = at, seen = groups) => tries.push({ at: to, groups: seen, next })
      switch (node.type) {
        case 'one':
          step()
          if (at < characters.length && node.matches(characters[at] ?? '')) go(then, at + 1)
          break
        case 'sequence':
          go(node.parts.reduceRight<Next>((after, part) => ({ node: part, then: after }), then))
          break
        case 'either':
          for (const option of node.options.toReversed()) go({ node: option, then })
          break
        case 'group':
          if (from < 0) go({ node: node.body, then: { node, then, from: at } })
          else go(then, at, new Map([...groups, [node.index, [from, at]]]))
          break
        case 'repeat': {
          if (at === from && count > node.least) break // an iteration that matches nothing ends the loop
          const more =
            count < node.most ? { node: node.body, then: { node, then, count: count + 1, from: at } } : undefined
          if (count < node.least) go(more)
          else if (node.lazy) {
            if (more) go(more)
            go(then)
          } else {
            go(then)
            if (more) go(more)
          }
          break
        }
        case 'again': {
          const [start, end] = groups.get(node.index) ?? [0, 0]
          for (let i = start; i < end; i++) step()
          if (characters.slice(start, end).join('') === characters.slice(at, at + end - start).join(''))
            go(then, at + end - start)
          break
        }
        case 'look': {
          const starts = node.ahead ? [at] : Array.from({ length: at + 1 }, (_, i) => at - i).slice(0, 20)
          const ends: Next = node.ahead ? undefined : { node: { type: 'at', where: '$' }, then: undefined }
          const whole = characters.length
          if (!node.ahead) characters.length = at
          const found = starts.some((start) => endOf({ at: start, groups, next: { node: node.body, then: ends } }) >= 0)
          if (!node.ahead) characters.splice(0, Infinity, ...text)
          if (whole !== characters.length) throw new Error('characters were lost')
          if (found !== node.negated) go(then)
          break
        }
        case 'at':
          if (
            node.where === '^'
              ? at === 0
              : node.where === '$'
                ? at === characters.length
                : (isWord(at - 1) !== isWord(at)) === (node.where === '\\b')
          )
            go(then)
      }
    }
    return -1
  }
  for (let at = 0; at <= characters.length; at++) {
    const end = endOf({ at, groups: new Map(), next: { node: root, then: undefined } })
    if (end >= 0 && !flags.includes('g')) return steps
    at = Math.max(at, end - 1)
    // Engines know that an anchored expression matches at the beginning or not at all.
    if (beginsAtStart(root) || flags.includes('y')) return steps
  }
  return steps
}

const beginsAtStart = (node: Node): boolean =>
  node.type === 'at'
    ? node.where === '^'
    : node.type === 'sequence'
      ? node.parts[0] !== undefined && beginsAtStart(node.parts[0])
      : node.type === 'group'
        ? beginsAtStart(node.body)
        : node.type === 'either' && node.options.every(beginsAtStart)
