import { isObject } from './json.js'

/** One step of a JSONPath: maps a value to the values it selects. */
type Step = (value: unknown) => readonly unknown[]

const NAME = /^\.?((?:[^.[\]\\]|\\.)+)/
const INDEX = /^\[(-?\d+)\]/
const QUOTED = /^\[(?:'([^']*)'|"([^"]*)")\]/
const ALL = /^(?:\.\*|\[\*\])/
const FILTER =
  /^\[\?\(\s*@((?:\.[^\s.=!<>)]+)+)\s*(?:(==|!=)\s*("(?:[^"\\]|\\.)*"|'[^']*'|-?\d+(?:\.\d+)?|true|false)\s*)?\)\]/

/**
 * Parses a simple JSONPath (`.spec.x`, `.a['b']`, `.list[0]`, `.status.conditions[?(@.type=="Ready")].status`);
 * undefined if it is not one.
 */
export function parseJsonPath(text: string): readonly Step[] | undefined {
  const steps: Step[] = []
  for (let rest = text; rest !== '';) {
    const read = readStep(rest)
    if (!read) return undefined
    steps.push(read.step)
    rest = rest.slice(read.length)
  }
  return steps
}

/** Returns the values that a path selects, in order; none if a part is missing. */
export const followJsonPath = (steps: readonly Step[], value: unknown): readonly unknown[] =>
  steps.reduce<readonly unknown[]>((found, step) => found.flatMap(step), [value])

function readStep(text: string): { readonly step: Step; readonly length: number } | undefined {
  let match = ALL.exec(text)
  if (match) return { step: everything, length: match[0].length }
  match = INDEX.exec(text)
  if (match) return { step: item(Number(match[1])), length: match[0].length }
  match = QUOTED.exec(text)
  if (match) return { step: member(match[1] ?? match[2] ?? ''), length: match[0].length }
  match = FILTER.exec(text)
  if (match) {
    const path = parseJsonPath(match[1] ?? '')
    return path && { step: filter(path, match[2], match[3]), length: match[0].length }
  }
  match = NAME.exec(text)
  return match ? { step: member((match[1] ?? '').replace(/\\(.)/g, '$1')), length: match[0].length } : undefined
}

const everything: Step = (value) => (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [])
const item =
  (index: number): Step =>
  (value) =>
    Array.isArray(value) && value.at(index) !== undefined ? [value.at(index)] : []
const member =
  (name: string): Step =>
  (value) =>
    isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []

function filter(path: readonly Step[], operator: string | undefined, literal: string | undefined): Step {
  const wanted = literal === undefined ? undefined : literalOf(literal)
  return (value) =>
    (Array.isArray(value) ? value : []).filter((one) => {
      const [found] = followJsonPath(path, one)
      if (operator === undefined) return found !== undefined
      return found !== undefined && (found === wanted) === (operator === '==')
    })
}

// FILTER only lets through a JSON literal, or text in single quotes.
const literalOf = (literal: string): unknown => (literal.startsWith("'") ? literal.slice(1, -1) : JSON.parse(literal))
