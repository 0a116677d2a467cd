import type { Schema, ValidationRule } from '../schema/types.js'
import type { CelType } from './types.js'
import { declareType } from './types.js'
import { registerFunctions } from './functions.js'
import { type Library, neededLibrary } from './library.js'
import { compileError } from './words.js'

/** A rule that can be asked, or what is wrong with it. */
export type CompiledRule = {
  readonly rule: ValidationRule
  readonly usesOldSelf: boolean
  /** Values of the schema are of no type expressions could see. */
  readonly untyped: boolean
  /** What is wrong with the expression, and with that of the message. */
  readonly error?: string
  readonly messageError?: string
  /** Whether it holds. Throws what comes up while it is evaluated. */
  readonly holds: (self: unknown, old: unknown) => boolean
  /** The message it makes up; undefined where it does not, or none that can be shown. */
  readonly message: (self: unknown, old: unknown) => string | undefined
}

const compiled = new WeakMap<readonly ValidationRule[], readonly CompiledRule[]>()

/**
 * The rules of one schema, compiled once.
 *
 * @throws LibraryNotLoaded
 */
export function compileRules(schema: Schema, isRoot: boolean): readonly CompiledRule[] {
  const rules = schema['x-kubernetes-validations']
  if (!rules || rules.length === 0) return []
  let found = compiled.get(rules)
  if (!found)
    compiled.set(
      rules,
      (found = compileAll(
        isRoot ? { ...schema, 'x-kubernetes-embedded-resource': true } : schema,
        rules,
        neededLibrary(),
      )),
    )
  return found
}

function compileAll(schema: Schema, rules: readonly ValidationRule[], library: Library): readonly CompiledRule[] {
  const environment = (optional: boolean) => {
    const env = new library.Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: true })
    registerFunctions(env)
    const type = declareType(env, library, schema, 'selfType')
    if (type) {
      env.registerVariable('self', type.name)
      env.registerVariable('oldSelf', optional ? `optional<${type.name}>` : type.name)
    }
    return { env, type }
  }
  let plain: ReturnType<typeof environment> | undefined
  let optional: ReturnType<typeof environment> | undefined
  return rules.map((rule) => {
    const { env, type } = rule.optionalOldSelf ? (optional ??= environment(true)) : (plain ??= environment(false))
    return compileRule(library, env, type, rule)
  })
}

type Checked =
  { readonly ok: true; readonly run: (context: object) => unknown } | { readonly ok: false; readonly text: string }

type Environment = InstanceType<Library['Environment']>

function compileRule(
  library: Library,
  env: Environment,
  type: CelType | undefined,
  rule: ValidationRule,
): CompiledRule {
  const { optionalOldSelf = false, messageExpression } = rule
  const condition = checkExpression(env, rule.rule, {
    types: ['bool'],
    wrongType: 'cel expression must evaluate to a bool',
    head: 'compilation failed: ',
  })
  const words = messageExpression
    ? checkExpression(env, messageExpression, {
        types: ['string'],
        wrongType: 'messageExpression must evaluate to a string',
        head: 'messageExpression compilation failed: ',
      })
    : undefined
  const usesOldSelf = /\boldSelf\b/.test(rule.rule.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, ''))
  const context = (self: unknown, old: unknown) => {
    const before = old === undefined || old === null ? undefined : type?.of(old)
    const { Optional } = library
    return {
      self: type?.of(self),
      oldSelf: optionalOldSelf ? (before === undefined ? Optional.none() : Optional.of(before)) : before,
    }
  }
  return {
    rule,
    usesOldSelf,
    untyped: type === undefined,
    ...(condition.ok ? {} : { error: condition.text }),
    ...(words && !words.ok ? { messageError: words.text } : {}),
    holds: (self, old) => condition.ok && condition.run(context(self, old)) === true,
    message(self, old) {
      if (!words?.ok) return undefined
      try {
        const text = words.run(context(self, old))
        const trimmed = typeof text === 'string' ? text.trim() : ''
        return trimmed === '' || trimmed.includes('\n') || trimmed.length > MOST_CHARACTERS ? undefined : trimmed
      } catch {
        return undefined
      }
    },
  }
}

const MOST_CHARACTERS = 5 * 1024

/** What an expression has to be, and how a fault in it is told. */
export type Expected = { readonly types: readonly string[]; readonly wrongType: string; readonly head: string }

/** Compiles an expression in an environment. */
export function checkExpression(env: Environment, expression: string, { types, wrongType, head }: Expected): Checked {
  try {
    const { valid, error, type: found } = env.check(expression)
    if (!valid) return { ok: false, text: head + compileError(expression, problemOf(error), functionsOf(env)) }
    const unseen = unknownMembers(env, expression)
    if (unseen.length > 0) return { ok: false, text: head + unseen.join('\n') }
    if (!types.includes(String(found))) return { ok: false, text: wrongType }
    const run = env.parse(expression)
    return { ok: true, run: (context) => run({ ...context }) }
  } catch (error) {
    return { ok: false, text: head + compileError(expression, problemOf(error), functionsOf(env)) }
  }
}

// The library takes any member in has(); a server only those there are.
function unknownMembers(env: Environment, expression: string): readonly string[] {
  const blank = (text: string) => ' '.repeat(text.length)
  const code = expression.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, blank)
  return [...code.matchAll(/\bhas\(\s*([\w.]+)\s*\)/g)].flatMap((found) => {
    const { valid, error } = env.check(found[1] ?? '')
    const problem = problemOf(error)
    if (valid || !problem.summary.startsWith('No such key')) return []
    // A server marks the parenthesis, which a member's dot stands for here.
    const start = found.index + 'has('.length
    return [compileError(expression, { ...problem, range: { start, end: start } }, functionsOf(env))]
  })
}

const functionsOf = (env: Environment): ReadonlySet<string> =>
  new Set(env.getDefinitions().functions.map(({ name }) => name))

function problemOf(error: unknown): Parameters<typeof compileError>[1] {
  const { code = '', summary, message = '', range, node } = (error ?? {}) as CelError // it throws no others
  const operands = Array.isArray(node?.args)
    ? node.args.flatMap((one) => (typeof one?.end === 'number' ? [{ start: one.pos ?? 0, end: one.end }] : []))
    : undefined
  return { code, summary: summary ?? message.split('\n', 1).join(), range, operands }
}

// The library's errors, as far as they are looked at.
type CelError = {
  readonly code?: string
  readonly summary?: string
  readonly message?: string
  readonly range?: { readonly start: number; readonly end: number }
  readonly node?: { readonly args?: readonly ({ readonly pos?: number; readonly end?: number } | undefined)[] }
}
