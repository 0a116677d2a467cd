import { describe, expect, it } from 'vitest'
import { compareSemver, semver } from '../../../src/base/rules/semver.js'

describe('semver', () => {
  it.each([
    '0.0.0',
    '1.33.0',
    '1.2.3-alpha.1',
    '1.2.3-0',
    '1.2.3-01a',
    '1.2.3--',
    '1.2.3+001',
    '1.2.3-a-b+b.2',
    '18446744073709551615.0.0',
  ])('accepts %s', (value) => {
    expect(semver(value)).toEqual([])
  })

  it.each([
    '',
    '1.34',
    'v1.2.3',
    '1.2.3.4',
    '01.2.3',
    '1.02.3',
    '1.2.03',
    '1.2.3-',
    '1.2.3-01',
    '1.2.3-a..b',
    '1.2.3+',
    '1.2.3+a+b',
    '1.2.3-é',
    ' 1.2.3',
    '18446744073709551616.0.0',
    '1.2.3-18446744073709551616',
  ])('refuses %j', (value) => {
    expect(semver(value)).toEqual(['must be a valid semantic version'])
  })
})

describe('compareSemver', () => {
  const rising = [
    '0.0.0',
    '0.0.1',
    '0.2.0',
    '0.10.0',
    '1.0.0-0',
    '1.0.0-2',
    '1.0.0-10',
    '1.0.0-1a',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0',
    '1.33.0',
    '18446744073709551615.0.0',
  ]
  it('orders by precedence', () => {
    const signs = rising.map((a) => rising.map((b) => compareSemver(a, b)))
    expect(signs).toEqual(rising.map((_, i) => rising.map((_other, j) => Math.sign(i - j))))
  })

  it.each<[string, string, number]>([
    ['1.0.0+a', '1.0.0+b', 0],
    ['v9.9.9', '0.0.0', 0],
    ['1.33', '0.0.1', -1],
    ['one', '0.0.0-a', 1],
  ])('compares %s with %s as %s', (a, b, expected) => {
    expect(compareSemver(a, b)).toBe(expected)
  })
})
