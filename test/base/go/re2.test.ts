import { beforeAll, describe, expect, test } from 'vitest'
import { loadPatterns, patternFault, patternOf } from '../../../src/base/go/re2.js'

beforeAll(() => loadPatterns())

const fault = (pattern: string) => patternFault(pattern)?.replace('error parsing regexp: ', '')

// Messages of Go 1.24.
describe('the error of Go for a pattern', () => {
  test.each([
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['\\8', 'invalid escape sequence: `\\8`'],
    ['(a', 'missing closing ): `(a`'],
    ['a)', 'unexpected ): `a)`'],
    ['[a', 'missing closing ]: `[a`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['a{2,1}', 'invalid repeat count: `{2,1}`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['((((((a{100}){100}){100}){100}){100}){100})', 'invalid repeat count: `{100}`'],
    ['((a|b|c|d){250}){5}', 'invalid repeat count: `{5}`'],
    ['(a{1000}|b){2}', 'invalid repeat count: `{2}`'],
    ['(?:(?:a{31,}){2}){17}', 'invalid repeat count: `{17}`'],
    ['(?:\\pL{500}\\pN{500}(?:\\pL*){500}){3}', 'invalid repeat count: `{3}`'],
    [
      '('.repeat(1001) + 'a' + ')'.repeat(1001),
      `expression nests too deeply: \`${'('.repeat(1001)}a${')'.repeat(1001)}\``,
    ],
    ['(?P<n', 'invalid named capture: `(?P<n`'],
    ['(?i', 'invalid or unsupported Perl syntax: `(?i`'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?<=a)', 'invalid named capture: `(?<=a)`'],
    ['\\', 'trailing backslash at end of expression: ``'],
    ['[[:foo:]]', 'invalid character class range: `[:foo:]`'],
    ['\\pX', 'invalid character class range: `\\pX`'],
    ['*', 'missing argument to repetition operator: `*`'],
    ['[a-\\d]', 'invalid escape sequence: `\\d`'],
    ['[^]', 'missing closing ]: `[^]`'],
  ])('refuses %s', (pattern, expected) => expect(fault(pattern)).toBe(expected))

  test.each([
    ...['[\\-a]', '[A-Za-z0-9\\/\\-._~]', '^(?i)abc$', '(?P<n>a)(?<n>b)', '[]a]', '\\p{Greek}', 'a{,2}', '(?i)(?-s:a)'],
    ...['(a?){1000}', '(a?){1000}a{1000}', '((a{100}){10}){1}', '((a?){31}){32}', '(a{2}){500}', '(a{0}){1000}'],
    ...['\\pN', '(|a)*', '\\Q(?P<n>\\E(?P<n>a)', '[(?P<n>]', '\\_'],
  ])('is undefined for %s', (pattern) => expect(patternFault(pattern)).toBeUndefined())
})

describe('a pattern', () => {
  test.each([
    ['^(?i)abc$', 'aBC', true],
    ['^[A-Za-z0-9\\/\\-._~]+$', 'a/b-c.d~', true],
    ['\\d', '\u0663', false],
    ['(?P<n>a)(?P<n>b)', 'ab', true],
    ['^[(?P<n>]+$', '(?P<n>', true],
    ['a.c', 'a\nc', false],
    ['(?s)a.c', 'a\nc', true],
    ['\\bfoo\\b', 'a foo b', true],
    ['^\\x{1F600}$', '\u{1F600}', true],
    ['\\z', '', true],
  ])('%s matches %j: %s', (pattern, text, expected) => expect(patternOf(pattern).test(text)).toBe(expected))

  test('finds all its matches in a text', () => {
    expect(patternOf('[0-9]+').find('a1b22c333')).toEqual(['1', '22', '333'])
    expect(patternOf('[0-9]+').find('a1b22c333', 2)).toEqual(['1', '22'])
    expect(patternOf('x*').find('ab')).toEqual(['', '', ''])
  })
})
