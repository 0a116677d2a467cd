import { isObject } from '../../base/json.js'
import { formatMicroTime, formatTime } from '../../base/time.js'

/** What a template may speak of. */
type TemplateScope = {
  /** Whose members paths name. */
  readonly object: object
  /** Milliseconds since 1970. */
  readonly now: number
  /** How often the reaction has acted on the object, this time included. */
  readonly run: number
}

/** What a template may speak of besides paths. */
export const WORDS: { readonly [word: string]: (scope: TemplateScope) => unknown } = {
  now: ({ now }) => formatTime(now),
  'now.micro': ({ now }) => formatMicroTime(now),
  run: ({ run }) => run,
}

/** A template in a text. */
export const HOLE = /\{\{([^{}]+)\}\}/g
const WHOLE = /^\{\{([^{}]+)\}\}$/

/**
 * Fills every `{{ … }}` in the texts of a value: a path into the object (`spec.holderIdentity`,
 * `status.conditions[type=Ready].status`, `spec.cidrs[0]`), `now` and `now.micro` (the time as Time and MicroTime are
 * written) or `run`. A text that is nothing but one of them becomes the value itself, of any type.
 *
 * @throws TypeError for a path at which the object has nothing
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

/** A template whose path leads nowhere in the object. */
class UnresolvedError extends TypeError {}

/** Fills the templates of a value; undefined where the object has nothing at one of their paths. */
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
  if (value === undefined) throw new UnresolvedError(`{{ ${expression} }}: the object has nothing there`)
  return value
}

type Step = string | { readonly member: string; readonly is: string }

/** A path in its steps; a key with dots in it stands in brackets and quotes. */
export function stepsOf(path: string): readonly Step[] {
  return [...path.matchAll(/\[(?:"([^"]*)"|'([^']*)'|(\w+)=([^[\]]*)|(\d+))\]|([^.[\]]+)/g)].map(
    // One of the alternatives has matched, and a member stands with its value.
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
