import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finish } from '../../src/base/turns/steps.js'
import { StatusError } from '../../src/base/errors/status.js'
import { matcherOfTerms, parseFieldSelector } from '../../src/model/select/fields.js'
import { labelMatcher } from '../../src/model/select/prepare-selection.js'
import { labelRequirements, matchesLabels, parseLabelSelector } from '../../src/model/select/labels.js'

type Labels = { readonly [key: string]: string }
type Term = { readonly text: string; readonly holds: (labels: Labels) => boolean }

const key = fc.constantFrom('a', 'b', 'in', 'x.io/y')
const value = fc.constantFrom<string>('', '1', '2', '10', 'v')
const number = fc.constantFrom('1', '2', '10')
const space = fc.constantFrom('', ' ', '\t ')
const values = fc.uniqueArray(value, { minLength: 1, maxLength: 3 })
const labels: fc.Arbitrary<Labels> = fc.dictionary(key, value)

const term: fc.Arbitrary<Term> = fc.oneof(
  key.map((k) => ({ text: k, holds: (l: Labels) => k in l })),
  key.map((k) => ({ text: `!${k}`, holds: (l: Labels) => !(k in l) })),
  fc
    .tuple(key, value, fc.constantFrom('=', '=='), space)
    .map(([k, v, op, s]) => ({ text: `${k}${s}${op}${s}${v}`, holds: (l: Labels) => l[k] === v })),
  fc.tuple(key, value, space).map(([k, v, s]) => ({ text: `${k}${s}!=${v}`, holds: (l: Labels) => l[k] !== v })),
  fc.tuple(key, values, space).map(([k, vs, s]) => ({
    text: `${k} in (${vs.join(`${s},`)})`,
    holds: (l: Labels) => k in l && vs.includes(l[k]!),
  })),
  fc.tuple(key, values, space).map(([k, vs, s]) => ({
    text: `${k} notin${s}(${vs.join(',')})`,
    holds: (l: Labels) => !(k in l) || !vs.includes(l[k]!),
  })),
  fc.tuple(key, number).map(([k, n]) => ({
    text: `${k}>${n}`,
    holds: (l: Labels) => /^\d+$/.test(l[k] ?? '') && Number(l[k]) > Number(n),
  })),
  fc.tuple(key, number).map(([k, n]) => ({
    text: `${k}<${n}`,
    holds: (l: Labels) => /^\d+$/.test(l[k] ?? '') && Number(l[k]) < Number(n),
  })),
)

test('a label selector matches if all its requirements do', () => {
  fc.assert(
    fc.property(fc.array(term, { maxLength: 4 }), labels, (terms, of) => {
      const text = terms.map((one) => one.text).join(',')
      expect(finish(labelMatcher(finish(labelRequirements(text))))(of)).toBe(
        matchesLabels(parseLabelSelector(text), of),
      )
      expect(matchesLabels(parseLabelSelector(text), of)).toBe(terms.every(({ holds }) => holds(of)))
    }),
  )
})

function codeOf(run: () => unknown): number | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof StatusError) return error.code
    throw error
  }
}

test('any text is a valid selector or a 400, as label selector and as field selector', () => {
  const text = fc
    .array(fc.constantFrom('a', 'in', '(', ')', ',', '!', '=', '>', '\\', ' ', '-', '\0', 'é'), { maxLength: 10 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (of) => {
      for (const parse of [parseLabelSelector, parseFieldSelector])
        expect([undefined, 400]).toContain(codeOf(() => parse(of)))
    }),
  )
})

test('an escaped value of a field selector is unescaped', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ',', '=', '\\', '!', ' ') }), fc.boolean(), (of, equal) => {
      const escaped = of.replace(/[\\,=]/g, '\\$&')
      const selector = parseFieldSelector(`,x${equal ? '=' : '!='}${escaped},`)
      expect(selector).toEqual([{ path: 'x', operator: equal ? '=' : '!=', value: of }])
      expect(matcherOfTerms(selector)(() => of)).toBe(equal)
    }),
  )
})
