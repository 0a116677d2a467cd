import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueText } from '../../src/base/errors/issue.js'
import { checkRules, validateRules } from '../../src/cel/rules.js'
import { compileRules } from '../../src/cel/run/compile.js'
import { loadLibrary } from '../../src/cel/library.js'
import type { Schema } from '../../src/schema/types.js'

beforeAll(() => loadLibrary())

type Recorded = {
  readonly rule: string
  /** The estimated cost when the definition is checked. */
  readonly most: number | 'unbounded'
  /** The actual cost for the value. */
  readonly cost: number
  readonly holds?: boolean
  readonly error?: string
}
const recorded = JSON.parse(readFileSync(new URL('recorded-costs.json', import.meta.url), 'utf8')) as {
  readonly schema: Schema
  readonly value: object
  readonly rules: readonly Recorded[]
}

// Recorded from k8s.io/apiextensions-apiserver v0.33: estimated cost, actual cost, and result or error.
describe('estimated cost, actual cost and result are as recorded of', () => {
  test.each(recorded.rules)('$rule', ({ rule, most, cost, holds, error }) => {
    const schema = { ...recorded.schema, 'x-kubernetes-validations': [{ rule }] }
    const [compiled] = compileRules(schema, schema['x-kubernetes-validations'] ?? [], false).rules
    expect(compiled?.error).toBeUndefined()
    const estimated = compiled?.cost ?? 0
    expect(estimated > 2 ** 52 ? 'unbounded' : estimated).toBe(most)
    expect(compiled?.ask?.({ self: recorded.value, old: undefined }).cost).toBe(cost)
    const said = validateRules(schema, recorded.value, undefined, { field: 'root', isRoot: false }).map(issueText)
    const start = `root: Invalid value: "object": ${error ?? `failed rule: ${rule}`}`
    expect(said.map((each) => each.slice(0, start.length))).toEqual(holds ? [] : [start])
  })
})

const text = (maxLength?: number): Schema => ({ type: 'string', ...(maxLength === undefined ? {} : { maxLength }) })
const list = (items: Schema, maxItems?: number): Schema => ({
  type: 'array',
  items,
  ...(maxItems === undefined ? {} : { maxItems }),
})
const ruled = (properties: NonNullable<Schema['properties']>, ...rules: readonly string[]): Schema => ({
  type: 'object',
  properties,
  'x-kubernetes-validations': rules.map((rule) => ({ rule })),
})
const TRY =
  '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)'
const check = (schema: Schema) => checkRules(schema, 'schema').map(issueText)

describe('the cost estimate of a definition', () => {
  test('refuses a rule that may exceed the budget', () => {
    expect(check(ruled({ l: list(text()) }, 'self.l.all(x, self.l.all(y, x == y))'))).toEqual([
      `schema.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${TRY}`,
      'schema.x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      `schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${TRY}`,
    ])
    expect(check(ruled({ l: list(text(10), 10) }, 'self.l.all(x, self.l.all(y, x == y))'))).toEqual([])
  })
  test('tells the factor by which the budget is exceeded', () => {
    const [first] = check(ruled({ l: list(text(10), 1100) }, 'self.l.all(x, self.l.all(y, x == y))'))
    expect(first).toBe(
      `schema.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 1.089660x ${TRY}`,
    )
  })
  test('multiplies a rule by the number of values it may apply to', () => {
    const item: Schema = { ...ruled({ a: text(), b: text(100) }, "self.a.matches('x+')") }
    expect(check({ type: 'object', properties: { l: list(item) } })).toHaveLength(3)
    expect(check({ type: 'object', properties: { l: list(item, 3) } })).toEqual([])
  })
  test('adds up the rules of the whole definition', () => {
    const heavy = ruled({ l: list(text(10), 950) }, ...Array<string>(14).fill('self.l.all(x, self.l.all(y, x == y))'))
    const found = check(heavy)
    expect(found).toHaveLength(5)
    expect(found.at(-1)).toMatch(
      /^schema: Forbidden: x-kubernetes-validations estimated rule cost total .* factor of 1\.\d{6}x/,
    )
  })
  test('includes messageExpression', () => {
    const schema: Schema = {
      type: 'object',
      properties: { l: list(text()) },
      'x-kubernetes-validations': [
        { rule: 'true', messageExpression: "self.l.map(x, self.l.map(y, y).join(',')).join(',')" },
      ],
    }
    expect(check(schema)[0]).toMatch(/messageExpression: Forbidden: estimated messageExpression cost exceeds budget by/)
  })
})
