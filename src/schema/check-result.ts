import type { Effort } from './effort.js'
import type { Finding } from './finding.js'

/**
 * The findings of a schema, and the number of passed checks: of failed alternatives, the one with the most is reported.
 */
export type Result = {
  readonly found: Finding[]
  passed: number
  /** The texts of the findings; created with the first one. */
  texts?: Set<string>
  readonly effort: Effort
  readonly isTried: boolean
}

/** Makes an empty result. `isTried` is set for an alternative, whose findings may be discarded. */
export const createResult = (effort: Effort, isTried = false): Result => ({ found: [], passed: 0, effort, isTried })

// Reported findings cost memory as well as time.
const TRIED = { steps: 1, charactersAStep: 64 }
const TOLD = { steps: 20, charactersAStep: 16 }

/** Adds a finding unless one with the same text is there already. */
export function add(into: Result, finding: Finding): void {
  const { text, issue } = finding
  const texts = (into.texts ??= new Set())
  if (texts.has(text)) return
  const { steps, charactersAStep } = into.isTried ? TRIED : TOLD
  into.effort.take(steps + (text.length + issue.message.length) / charactersAStep)
  texts.add(text)
  into.found.push(finding)
}

/** Adds findings. */
export function addAll(into: Result, found: readonly Finding[]): void {
  for (const finding of found) add(into, finding)
}

/** Adds the findings of an alternative, and its number of passed checks. */
export function merge(into: Result, { found, passed }: Result): void {
  addAll(into, found)
  into.passed += passed
}

/** Adds the findings of a part, whose effort was counted when they were found. */
export function absorb(into: Result, { found, passed }: Result): void {
  const texts = (into.texts ??= new Set())
  for (const finding of found) {
    if (texts.has(finding.text)) continue
    texts.add(finding.text)
    into.found.push(finding)
  }
  into.passed += passed
}

/** Tells whether there are no findings. */
export const isValid = ({ found }: Result): boolean => found.length === 0
