import { isObject } from '../../base/json/json.js'
import { formatMicroTime, formatTime } from '../../base/time/time.js'

/** The values available to a template. */
type TemplateScope = {
  /** The object that paths lead into. */
  readonly object: object
  /** Milliseconds since 1970. */
  readonly now: number
  /** How often the reaction has acted on the object, including this time. */
  readonly run: number
}

/** The expressions of a template besides paths. */
export const WORDS: { readonly [word: string]: (scope: TemplateScope) => unknown } = {
  now: ({ now }) => formatTime(now),
  'now.micro': ({ now }) => formatMicroTime(now),
  run: ({ run }) => run,
}

/** A template within a string. */
export const HOLE = /\{\{([^{}]+)\}\}/g
const WHOLE = /^\{\{([^{}]+)\}\}$/

/**
 * Fills every `{{ … }}` in the strings of a value: a path into the object (`spec.holderIdentity`,
 * `status.conditions[type=Ready].status`, `spec.cidrs[0]`), `now` and `now.micro` (the time in the formats of Time and
 * MicroTime) or `run`. A string that consists of a single template becomes the value itself, of any type.
 *
 * @throws TypeError if the object has nothing at a path
 */
export function fillTemplate(template: unknown, scope: TemplateScope): unknown {
  if (typeof template === 'string') {
    const [, whole] = WHOLE.exec(template) ?? []
    if (whole !== undefined) return valueOf(whole.trim(), scope)
    return template.replace(HOLE, (_, expression: string) => textOf(valueOf(expression.trim(), scope)))
  }
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, scope))
  if (!isObject(template)) return template
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fillTemplate(value, scope)]))
}

/** A template whose path the object does not have. */
class UnresolvedError extends TypeError {}

/** Fills the templates of a value; undefined if the object has nothing at one of their paths. */
export function fillIfThere(template: object, scope: TemplateScope): unknown {
  try {
    return fillTemplate(template, scope)
  } catch (error) {
    if (error instanceof UnresolvedError) return undefined
    throw error
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function valueOf(expression: string, scope: TemplateScope): unknown {
  const word = Object.hasOwn(WORDS, expression) ? WORDS[expression] : undefined
  if (word) return word(scope)
  let value: unknown = scope.object
  for (const step of stepsOf(expression)) value = stepInto(value, step)
  if (value === undefined) throw new UnresolvedError(`{{ ${expression} }}: the object has no such field`)
  return value
}

type Step = string | { readonly member: string; readonly is: string }

/** Splits a path into its steps; a key that contains dots is written in brackets and quotes. */
export function stepsOf(path: string): readonly Step[] {
  return [...path.matchAll(/\[(?:"([^"]*)"|'([^']*)'|(\w+)=([^[\]]*)|(\d+))\]|([^.[\]]+)/g)].map(
    // Exactly one alternative has matched, and `member` always comes with its value.
    ([, double, single, member, is = '', index, name = '']): Step =>
      member === undefined ? (double ?? single ?? index ?? name) : { member, is },
  )
}

function stepInto(value: unknown, step: Step): unknown {
  if (typeof step !== 'string')
    return Array.isArray(value)
      ? value.find((item: unknown) => isObject(item) && item[step.member] === step.is)
      : undefined
  if (Array.isArray(value)) return value[Number(step)]
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
}
