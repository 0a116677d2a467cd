import { describe, expect, test } from 'vitest'
import { typeIn } from '../../../src/cel/types/overload.js'
import {
  DYN,
  ERROR,
  NULL,
  type Type,
  listOf,
  mapOf,
  paramOf,
  runtimeText,
  typeText,
} from '../../../src/cel/types/type.js'
import { Substitutions, TooComplex, mostGeneral } from '../../../src/cel/types/unify.js'

const type = (text: string): Type => ({ null: NULL, error: ERROR })[text] ?? typeIn(text)

// cel-go: checker.isAssignable.
describe('a value of a type can be used as another:', () => {
  test.each([
    ['int', 'int', true],
    ['int', 'uint', false],
    ['int', 'dyn', true],
    ['dyn', 'int', true],
    ['error', 'int', true],
    ['list(int)', 'list(int)', true],
    ['list(int)', 'list(dyn)', true],
    ['list(dyn)', 'list(int)', true],
    ['list(int)', 'list(string)', false],
    ['map(string, list(int))', 'map(string, list(dyn))', true],
    ['map(string, int)', 'map(int, int)', false],
    ['optional_type(int)', 'optional_type(string)', false],
    ['net.IP', 'net.CIDR', false],
    ['some.Struct', 'other.Struct', false],
    ['type(int)', 'type(string)', true],
    ['null', 'int', false],
    ['null', 'list(int)', false],
    ['null', 'null', true],
    ['null', 'some.Struct', true],
    ['null', 'optional_type(int)', true],
    ['null', 'timestamp', true],
    ['duration', 'null', true],
  ])('%s as %s: %s', (a, b, fits) => {
    expect(new Substitutions().isAssignable(type(a), type(b))).toBe(fits)
  })
})

describe('a type parameter', () => {
  test('stands for the first type it is used for', () => {
    const bound = new Substitutions()
    expect(bound.isAssignable(type('list(int)'), type('list(A)'))).toBe(true)
    expect(bound.substitute(paramOf('A')).kind).toBe('int')
    expect(bound.isAssignable(type('string'), paramOf('A'))).toBe(false)
    expect(bound.isAssignable(type('int'), paramOf('A'))).toBe(true)
  })

  test('becomes more general if needed', () => {
    const bound = new Substitutions()
    expect(bound.areAssignable([type('int'), DYN], [paramOf('A'), paramOf('A')])).toBe(true)
    expect(bound.substitute(paramOf('A'))).toBe(DYN)
  })

  test('may stand for another one', () => {
    const bound = new Substitutions()
    expect(bound.areAssignable([paramOf('A'), type('int')], [paramOf('B'), paramOf('B')])).toBe(true)
    expect(typeText(bound.substitute(mapOf(paramOf('A'), paramOf('B'))))).toBe('map(int, int)')
  })

  test('does not stand for a type it occurs in', () => {
    expect(new Substitutions().isAssignable(listOf(paramOf('A')), paramOf('A'))).toBe(false)
  })

  test('stays free if an attempt fails', () => {
    const bound = new Substitutions()
    expect(bound.areAssignable([type('int'), type('bool')], [paramOf('A'), type('string')])).toBe(false)
    expect(bound.substitute(paramOf('A'))).toEqual(paramOf('A'))
  })

  test('that stays free becomes dyn at the end', () => {
    expect(typeText(new Substitutions().substitute(type('list(optional_type(A))'), true))).toBe(
      'list(optional_type(dyn))',
    )
  })
})

test.each([
  ['int', 'dyn', 'dyn'],
  ['dyn', 'int', 'dyn'],
  ['list(dyn)', 'list(int)', 'list(dyn)'],
  ['list(int)', 'list(dyn)', 'list(dyn)'],
  ['map(string, dyn)', 'map(dyn, int)', 'map(dyn, int)'],
  ['optional_type(int)', 'optional_type(dyn)', 'optional_type(dyn)'],
])('the more general type of %s and %s is %s', (a, b, general) => {
  expect(typeText(mostGeneral(type(a), type(b)))).toBe(general)
})

test.each([
  ['duration', 'duration', 'google.protobuf.Duration'],
  ['null', 'null', 'null_type'],
  ['map(string, list(timestamp))', 'map(string, list(timestamp))', 'map(string, list(google.protobuf.Timestamp))'],
  ['error', '!error!', 'error'],
])('%s is printed as %s by the type check, and as %s elsewhere', (name, checked, runtime) => {
  expect([typeText(type(name)), runtimeText(type(name))]).toEqual([checked, runtime])
})

test('a type that keeps doubling becomes dyn', () => {
  let doubled = type('int')
  for (let i = 0; i < 100; i++) doubled = mapOf(doubled, doubled)
  expect(doubled.size).toBeLessThan(2001)
})

test('the work of a type check is limited', () => {
  const bound = new Substitutions()
  // Each parameter stands for a type with two of the next one.
  for (let i = 0; i < 40; i++) bound.bind(paramOf(`p${i}`), mapOf(paramOf(`p${i + 1}`), paramOf(`p${i + 1}`)))
  expect(() => bound.substitute(paramOf('p0'))).toThrow(TooComplex)
})
