import { isObject } from '../base/json.js'
import type { Path, Problem } from '../check/shape.js'

/** Finds the kinds of a match that no kind goes by. */
export function checkKinds(
  match: unknown,
  path: Path,
  kindProblem: (word: string) => string | undefined,
): readonly Problem[] {
  const kind = isObject(match) ? match['kind'] : undefined
  const check = (word: unknown, at: Path): readonly Problem[] => {
    const text = typeof word === 'string' ? kindProblem(word) : undefined
    return text === undefined ? [] : [{ path: at, text }]
  }
  if (!Array.isArray(kind)) return check(kind, [...path, 'kind'])
  return kind.flatMap((word: unknown, i) => check(word, [...path, 'kind', i]))
}
