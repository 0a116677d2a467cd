import { countParts, mapInParts, progressOf } from '../../base/turns/work-in-parts.js'
import type { Schema, ValidationRule } from '../../schema/types.js'
import { estimate } from '../cost/estimate.js'
import { type Environment, type Fields, type Language, STORED } from '../types/environment.js'
import { usesVariable } from '../syntax/expression.js'
import { type Checked, checkExpression } from '../expression-check.js'
import { Optional } from './optional.js'
import type { Bound, CompiledRule, CompiledRules } from './compiled.js'
import { MOST_BYTES, type Sizes, asResource, sizesOf } from '../cost/sizes.js'
import { type Type, optionalOf } from '../types/type.js'
import type { CelType } from '../types/schema-types.js'
import { declareType } from '../types/schema-types.js'

/** The cost limit of one expression (k8s.io/apiserver: celconfig.PerCallLimit). */
export const CALL_LIMIT = 1_000_000

type Typed = { readonly env: Environment; readonly type: CelType | undefined }

// The cost of compiling one rule, in parts.
const PARTS_OF_RULE = 200

/** The environments that the rules of one schema are compiled in. */
type Setting = { readonly sizes: Sizes | undefined; plain?: Typed; optional?: Typed }

const compiled = new WeakMap<readonly ValidationRule[], { readonly with: Language; readonly rules: CompiledRules }>()

/**
 * Compiles the rules of a schema once, over several turns if there are many; new ones with the language of these. What
 * is stored has passed that.
 */
export function compileRules(
  schema: Schema,
  rules: readonly ValidationRule[],
  isRoot: boolean,
  language?: Language,
): CompiledRules {
  const known = compiled.get(rules)
  if (known && (language === undefined || known.with === language)) return known.rules
  const own: Schema = isRoot ? { ...schema, 'x-kubernetes-embedded-resource': true } : schema
  const made = { with: language ?? STORED, rules: compileSchema(own, rules, language ?? STORED) }
  compiled.set(rules, made)
  return made.rules
}

function compileSchema(schema: Schema, rules: readonly ValidationRule[], language: Language): CompiledRules {
  const structs = new Map<string, Fields>()
  const type = declareType(structs, schema, 'selfType')
  const environment = (optional: boolean): Typed => {
    const variables = new Map<string, Type>()
    if (type) {
      variables.set('self', type.type)
      variables.set('oldSelf', optional ? optionalOf(type.type) : type.type)
    }
    return { env: { variables, structs, language }, type }
  }
  const setting = progressOf(rules, compileRules, (): Setting => ({ sizes: sizesOf(asResource(schema)) }))
  const { sizes } = setting
  return {
    rules: mapInParts(rules, compileSchema, PARTS_OF_RULE, (rule) => {
      countParts((rule.rule.length + (rule.messageExpression?.length ?? 0)) / 10)
      const typed = rule.optionalOldSelf
        ? (setting.optional ??= environment(true))
        : (setting.plain ??= environment(false))
      return compileRule(typed, rule, sizes)
    }),
    cardinality: Math.floor(MOST_BYTES / ((sizes?.least ?? 0) + 1)),
  }
}

function compileRule({ env, type }: Typed, rule: ValidationRule, sizes: Sizes | undefined): CompiledRule {
  const { optionalOldSelf = false, messageExpression } = rule
  const condition = checkExpression(env, rule.rule, {
    types: ['bool'],
    wrongType: () => 'cel expression must evaluate to a bool',
    head: 'compilation failed: ',
  })
  // The message of a rule with an error is not looked at.
  const words =
    condition.ok && messageExpression
      ? checkExpression(env, messageExpression, {
          types: ['string'],
          wrongType: () => 'messageExpression must evaluate to a string',
          head: 'messageExpression compilation failed: ',
        })
      : undefined
  const usesOldSelf = condition.ok && usesVariable(condition.expr, 'oldSelf')
  const converted = createConversion(type)
  const variables = ({ self, old }: Bound) => {
    const before = old === undefined || old === null ? undefined : converted(old)
    const oldSelf = optionalOldSelf ? new Optional(before) : before
    return { self: converted(self), oldSelf }
  }
  const runs = (checked: Checked | undefined) =>
    checked?.ok ? (value: Bound) => checked.run(variables(value), CALL_LIMIT) : undefined
  const most = (checked: Checked | undefined) => (checked?.ok ? Number(estimate(checked.expr, sizes).max) : 0)
  return {
    rule,
    usesOldSelf,
    untyped: type === undefined,
    ...(condition.ok ? {} : { error: condition.text }),
    ...(words && !words.ok ? { messageError: words.text } : {}),
    cost: most(condition),
    messageCost: most(words),
    ask: runs(condition),
    message: runs(words),
  }
}

/** Converts values to those of a type, each only once for all rules of the type. */
function createConversion(type: CelType | undefined): (value: unknown) => unknown {
  return (value) => {
    if (typeof value !== 'object' || value === null || !type) return type?.of(value)
    const ofType = conversions.get(type) ?? new WeakMap<object, unknown>()
    conversions.set(type, ofType)
    if (!ofType.has(value)) ofType.set(value, type.of(value))
    return ofType.get(value)
  }
}

const conversions = new WeakMap<CelType, WeakMap<object, unknown>>()
