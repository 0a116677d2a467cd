import { describe, expect, test, vi } from 'vitest'
import { issueText } from '../../src/base/errors/issue.js'
import { checkAdmission } from '../../src/cel/admission.js'
import { compileRules } from '../../src/cel/run/compile.js'
import { loadLibrary } from '../../src/cel/library.js'
import { validateRules } from '../../src/cel/rules.js'
import { INT, type Type, listOf } from '../../src/cel/types/type.js'
import type { Schema } from '../../src/schema/types.js'

await loadLibrary()

const list: Schema = { type: 'array', items: { type: 'string' } }
const ruled = (...rules: readonly string[]): Schema => ({
  type: 'object',
  properties: { list, big: { type: 'string' }, deep: { type: 'array', items: { type: 'array', items: list } } },
  'x-kubernetes-validations': rules.map((rule) => ({ rule })),
})
const rulesOf = (rule: string) => compileRules(ruled(rule), [{ rule }], false).rules
const value = {
  list: Array.from({ length: 100_000 }, (_, i) => `item ${i}`),
  big: 'x'.repeat(1_000_000),
  deep: [[Array.from({ length: 100_000 }, (_, i) => String(i))]],
}
const PER_RULE = 1_000_000
const PER_OBJECT = 1_500_000
const validate = (schema: Schema) => validateRules(schema, value, undefined).map(issueText)

// The estimated cost is checked only when a CRD is written; these rules skip that, and their actual cost is counted at
// evaluation.
describe('evaluation is cancelled at the cost limit', () => {
  test.each([
    'self.list.all(a, self.list.all(b, a != b || true))',
    'self.list.all(a, self.list.all(b, self.list.all(c, a != b || b != c || true)))',
    'self.list.exists(a, self.list.exists(b, self.list.exists(c, a + b + c == "")))',
    'self.list.map(a, self.list.map(b, a + b)).size() > 0',
    'self.list.filter(a, self.list.filter(b, a == b).size() == 1).size() > 0',
    'self.list.all(a, (self.list + self.list + [a]).size() > 0)',
    'self.list.all(a, self.big.size() > 0 && self.big.charAt(999999) == "x")',
    'self.list.all(a, self.big != a && self.big != a + a)',
    'self.list.all(a, self.deep == [[self.list]] || true)',
    'self.list.all(a, self.deep != self.deep + [[[a]]])',
    'self.list.all(a, self.big.matches(a + "(.*x){900}") || true)',
    'self.list.all(a, self.big.find(a + ".*") == "")',
    'self.list.all(a, self.big.replace("x", "yy") != a)',
    'self.list.all(a, self.big.split("").size() > 0)',
    'self.list.all(a, a in self.list)',
    'self.list.all(a, self.list.map(b, b).join(",") != a)',
    'self.list.all(a, self.list.isSorted() || true)',
  ])('%s', (rule) => {
    const [compiled] = rulesOf(rule)
    const { cost, exceeded } = compiled?.ask?.({ self: value, old: undefined }) ?? { cost: 0, exceeded: false }
    // It may exceed the limit by the cost of a single step.
    expect({ exceeded, isBounded: cost < 3 * PER_RULE }).toEqual({ exceeded: true, isBounded: true })
    expect(validate(ruled(rule))).toEqual([
      `<nil>: Invalid value: "object": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`,
    ])
  })

  test('where a result would be longer than a string can be', () => {
    const rule = 'self.big.replace("x", self.big).size() > 0'
    expect(validate(ruled(rule))).toEqual([
      `<nil>: Invalid value: "object": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`,
    ])
  })

  test('of the whole object', () => {
    // Each rule alone stays below its limit.
    const rule = 'self.list.all(a, a != "")'
    const schema = ruled(...Array.from({ length: 40 }, () => rule))
    const [compiled] = compileRules(schema, schema['x-kubernetes-validations'] ?? [], false).rules
    const { cost = 0 } = compiled?.ask?.({ self: value, old: undefined }) ?? {}
    expect(cost).toBeLessThan(PER_RULE)
    expect(cost * 40).toBeGreaterThan(PER_OBJECT)
    expect(validate(schema)).toEqual([
      '<nil>: Invalid value: "object": validation failed due to running out of cost budget, no further validation rules will be run',
    ])
  })
})

describe('an expression', () => {
  const text = (rule: string) => rulesOf(rule)[0]?.error
  const sized = (length: number, letter: string) => `"${letter.repeat(length - 8)}" != ""`

  test.each(['a', '😀'])('is limited to 100,000 code points: of %s', (letter) => {
    expect(text(sized(100_000, letter))).toBeUndefined()
    expect(text(sized(100_001, letter))).toBe(
      'compilation failed: ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100001, limit 100000',
    )
  })

  test.each(['(', '[', 'self.list.all(a, '])('is limited in depth: %s', (open) => {
    expect(text(`${open.repeat(260)}true`)).toBe(
      'compilation failed: ERROR: <input>:-1:0: expression recursion limit exceeded: 250',
    )
  })

  test('is limited in the number of its parts, with its macros expanded', () => {
    // Each copies what it is called on.
    expect(text(`optional.of(1)${'.optMap(x, x)'.repeat(30)}.hasValue()`)).toBe(
      'compilation failed: ERROR: <input>:-1:0: expression has more than 15000 parts',
    )
    expect(text(`[${'1,'.repeat(20_000)}].size() > 0`)).toMatch('expression has more than 15000 parts')
  })

  test('whose type doubles with each comprehension is checked in time', () => {
    const doubling = Array.from({ length: 40 }, (_, i) => `.map(x${i}, {x${i}: x${i}})`).join('')
    expect(text(`[1]${doubling}.size() > 0`)).toBeUndefined()
  })

  test('with many errors is shown no more often than it is short', () => {
    const found = text(Array.from({ length: 5000 }, (_, i) => `wrong${i}`).join(' && ')) ?? ''
    expect(found.match(/undeclared reference/g)?.length).toBe(4)
    expect(found).toMatch(/\n4996 more errors were truncated$/)
  })

  test('of a policy is type-checked without iterating over all variables', () => {
    class Unlisted extends Map<string, Type> {
      override [Symbol.iterator](): never {
        throw new Error('they are gone through')
      }
      override entries = this[Symbol.iterator]
      override keys = this[Symbol.iterator]
      override values = this[Symbol.iterator]
      override forEach = this[Symbol.iterator]
    }
    const variables = new Unlisted()
    for (let i = 0; i < 10; i++) variables.set(`v${i}`, listOf(INT))
    expect(checkAdmission('variables.v3 + variables.v4', { variables })).toEqual({
      variable: listOf(INT),
      run: expect.any(Function) as unknown,
    })
    expect(checkAdmission('variables.v3 + variables.w', { variables })).toMatchObject({
      fault: expect.stringContaining("undefined field 'w'") as unknown,
    })
  })
})

describe("searching a long text for one nearly alike avoids the runtime's quadratic methods", () => {
  const half = 'a'.repeat(2000)
  const [text, part] = ['a'.repeat(8000), `${half}b${half}`]
  test.each([
    'self.text.contains(self.part)',
    'self.text.indexOf(self.part) >= 0',
    'self.text.indexOf(self.part, 5) >= 0',
    'self.text.lastIndexOf(self.part) >= 0',
    'self.text.lastIndexOf(self.part, 7000) >= 0',
    'self.text.split(self.part).size() > 1',
    'self.text.split(self.part, 2).size() > 1',
    'self.text.replace(self.part, "x") != self.text',
    'self.text.replace(self.part, "x", 2) != self.text',
  ])('%s', (rule) => {
    const properties = { text: { type: 'string' }, part: { type: 'string' } } as const
    const schema: Schema = { type: 'object', properties, 'x-kubernetes-validations': [{ rule }] }
    const ask = compileRules(schema, schema['x-kubernetes-validations'] ?? [], false).rules[0]?.ask
    const names = ['includes', 'indexOf', 'lastIndexOf', 'split', 'replaceAll'] as const
    const spies = names.map((name) => vi.spyOn(String.prototype, name))
    const seen = ask?.({ self: { text, part }, old: undefined })
    const looked = spies.flatMap((spy) => spy.mock.calls.filter(([search]) => String(search).length > 1000))
    for (const spy of spies) spy.mockRestore()
    expect([seen?.exceeded || seen?.value === false, looked]).toEqual([true, []])
  })
})

test('items are looked up by their keys in linear time, in a list that is not stored yet too', () => {
  let reads = 0
  const item = (i: number) =>
    Object.defineProperty({}, 'name', { enumerable: true, get: () => (reads++, `n${i}`) }) as object
  const items = Array.from({ length: 500 }, (_, i) => item(i))
  const schema: Schema = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: { type: 'object', properties: { name: { type: 'string' } } },
    'x-kubernetes-validations': [{ rule: 'true' }],
  }
  expect(validateRules(schema, items, items)).toEqual([])
  const { items: plain, ...own } = schema
  expect(
    validateRules({ ...own, items: { ...plain, 'x-kubernetes-validations': [{ rule: 'true' }] } }, items, items),
  ).toEqual([])
  expect(reads).toBeLessThan(500 * 20)
})
