import type { Effort } from './effort.js'
import type { Finding } from './finding.js'

/** What a schema found, and how many of its checks passed; of failed alternatives the one with most is reported. */
export type Result = {
  readonly found: Finding[]
  passed: number
  /** The texts of what was found, once there is something. */
  texts?: Set<string>
  readonly effort: Effort
  readonly isTried: boolean
}

/** Makes one that has found nothing yet; what is found by an alternative that is only tried may not be told. */
export const createResult = (effort: Effort, isTried = false): Result => ({ found: [], passed: 0, effort, isTried })

// Where it is told it takes memory as well as time.
const TRIED = { steps: 1, charactersAStep: 64 }
const TOLD = { steps: 20, charactersAStep: 16 }

/** Adds what is found; what has been found before is told once. */
export function add(into: Result, finding: Finding): void {
  const { text, issue } = finding
  const texts = (into.texts ??= new Set())
  if (texts.has(text)) return
  const { steps, charactersAStep } = into.isTried ? TRIED : TOLD
  into.effort.take(steps + (text.length + issue.message.length) / charactersAStep)
  texts.add(text)
  into.found.push(finding)
}

/** Adds all that is found. */
export function addAll(into: Result, found: readonly Finding[]): void {
  for (const finding of found) add(into, finding)
}

/** Adds what an alternative found, and how much of it passed. */
export function merge(into: Result, { found, passed }: Result): void {
  addAll(into, found)
  into.passed += passed
}

/** Adds what a part found, which was counted as it was found. */
export function absorb(into: Result, { found, passed }: Result): void {
  const texts = (into.texts ??= new Set())
  for (const finding of found) {
    if (texts.has(finding.text)) continue
    texts.add(finding.text)
    into.found.push(finding)
  }
  into.passed += passed
}

/** Tells whether nothing was found. */
export const isValid = ({ found }: Result): boolean => found.length === 0
