import { describe, expect, test } from 'vitest'
import { type Expr, partsOf } from '../../../src/cel/syntax/expression.js'
import { parseExpression } from '../../../src/cel/syntax/parser.js'
import { Uint } from '../../../src/cel/run/value.js'

/** Prints an expression as the calls that evaluate it. */
function shown(expr: Expr): string {
  const parts = partsOf(expr).map(shown)
  switch (expr.is) {
    case 'const':
      return typeof expr.value === 'string' ? JSON.stringify(expr.value) : String(expr.value)
    case 'ident':
      return expr.name
    case 'select':
      return expr.test ? `has(${parts.join()}.${expr.field})` : `${parts.join()}.${expr.field}`
    case 'call':
      return expr.target
        ? `${parts[0]}.${expr.name}(${parts.slice(1).join(', ')})`
        : `${expr.name}(${parts.join(', ')})`
    case 'list':
      return `[${parts.map((part, i) => (expr.optional.has(i) ? `?${part}` : part)).join(', ')}]`
    case 'map':
      return `{${expr.entries.map((one) => `${one.isOptional ? '?' : ''}${shown(one.key)}: ${shown(one.value)}`).join(', ')}}`
    case 'message':
      return `${expr.name}{${expr.fields.map((one) => `${one.name}: ${shown(one.value)}`).join(', ')}}`
    case 'fold': {
      const { range, variable, second, accumulator, init, condition, step, result } = expr
      const variables = second === undefined ? variable : `${variable}, ${second}`
      return `fold(${variables} in ${shown(range)}; ${accumulator} = ${shown(init)}; while ${shown(condition)}; ${shown(step)}; ${shown(result)})`
    }
    case 'wrong':
      return 'wrong'
  }
}

const parsed = (expression: string) => shown(parseExpression(expression).root)

describe('an expression is parsed', () => {
  test.each([
    ['1 + 2 * 3 - 4', '_-_(_+_(1, _*_(2, 3)), 4)'],
    ['a - b - c', '_-_(_-_(a, b), c)'],
    ['a + b < c == d', '_==_(_<_(_+_(a, b), c), d)'],
    ['a in b.c', '@in(a, b.c)'],
    ['a || b && c', '_||_(a, _&&_(b, c))'],
    ['a ? b : c ? d : e', '_?_:_(a, b, _?_:_(c, d, e))'],
    ['-a.b', '-_(a.b)'],
    ['- 1.size()', '-1.size()'],
    ['--1', '1'],
    ['---a', '-_(a)'],
    ['!!a', 'a'],
    ['!-1', '!_(-1)'],
    ['a[b].?c[?d]', '_[?_](_?._(_[_](a, b), "c"), d)'],
    ['.a.b(.c(1))', '.a.b(.c(1))'],
    ['[1, ?a, ]', '[1, ?a]'],
    ['[,]', '[]'],
    ['{a: 1, ?b: c}', '{a: 1, ?b: c}'],
    ['a.b.C{d: 1, ?e: f}', 'a.b.C{d: 1, e: f}'],
    ['// one\n a // two\n + b', '_+_(a, b)'],
  ])('%s', (expression, tree) => {
    expect(parsed(expression)).toBe(tree)
  })

  test('as a balanced tree of its terms', () => {
    expect(parsed('a && b && c && d')).toBe('_&&_(_&&_(a, b), _&&_(c, d))')
    expect(parsed('a || b || c')).toBe('_||_(_||_(a, b), c)')
  })
})

// cel-go: parser/macro.go and the macros of libraries.
describe('a macro is expanded', () => {
  test.each([
    ['has(a.b)', 'has(a.b)'],
    ['a.all(x, b)', 'fold(x in a; @result = true; while @not_strictly_false(@result); _&&_(@result, b); @result)'],
    [
      'a.exists(x, b)',
      'fold(x in a; @result = false; while @not_strictly_false(!_(@result)); _||_(@result, b); @result)',
    ],
    [
      'a.exists_one(x, b)',
      'fold(x in a; @result = 0; while true; _?_:_(b, _+_(@result, 1), @result); _==_(@result, 1))',
    ],
    ['a.map(x, b)', 'fold(x in a; @result = []; while true; _+_(@result, [b]); @result)'],
    ['a.map(x, b, c)', 'fold(x in a; @result = []; while true; _?_:_(b, _+_(@result, [c]), @result); @result)'],
    ['a.filter(x, b)', 'fold(x in a; @result = []; while true; _?_:_(b, _+_(@result, [x]), @result); @result)'],
    [
      'a.all(k, v, b)',
      'fold(k, v in a; @result = true; while @not_strictly_false(@result); _&&_(@result, b); @result)',
    ],
    [
      'a.existsOne(k, v, b)',
      'fold(k, v in a; @result = 0; while true; _?_:_(b, _+_(@result, 1), @result); _==_(@result, 1))',
    ],
    ['a.transformList(k, v, b)', 'fold(k, v in a; @result = []; while true; _+_(@result, [b]); @result)'],
    [
      'a.transformMap(k, v, b, c)',
      'fold(k, v in a; @result = {}; while true; _?_:_(b, cel.@mapInsert(@result, k, c), @result); @result)',
    ],
    ['a.transformMapEntry(k, v, b)', 'fold(k, v in a; @result = {}; while true; cel.@mapInsert(@result, b); @result)'],
    [
      'a.optMap(x, b)',
      '_?_:_(a.hasValue(), optional.of(fold(#unused in []; x = a.value(); while false; x; b)), optional.none())',
    ],
    [
      'a.optFlatMap(x, b)',
      '_?_:_(a.hasValue(), fold(#unused in []; x = a.value(); while false; x; b), optional.none())',
    ],
    ['a.map(x)', 'a.map(x)'],
    ['a.existsOne(x, b)', 'a.existsOne(x, b)'],
    ['all(a, b, c)', 'all(a, b, c)'],
  ])('%s', (expression, tree) => {
    expect(parsed(expression)).toBe(tree)
  })
})

describe('a literal has the value', () => {
  const bytes = (...values: readonly number[]) => Uint8Array.from(values)
  test.each<[string, unknown]>([
    ['0x1F', 31n],
    ['-0x8000000000000000', -(2n ** 63n)],
    ['-9223372036854775808', -(2n ** 63n)],
    ['0xffu', new Uint(255n)],
    ['.5', 0.5],
    ['-1.5e3', -1500],
    ['"a\\n\\t\\"\\x41\\u00e9\\U0001f600\\101\\?"', 'a\n\t"A\u00e9\u{1f600}A?'],
    ["r'\\n'", '\\n'],
    ["'''a'\r\nb'''", "a'\nb"],
    ['R"""\\"""', '\\'],
    ['b"\\xff\\377é"', bytes(255, 255, 0xc3, 0xa9)],
    ['br"\\x"', bytes(0x5c, 0x78)],
    ['null', null],
  ])('%s', (expression, value) => {
    expect(parseExpression(expression).root).toMatchObject({ is: 'const', value })
  })
})

const nested = (open: string, close: string, times: number) => open.repeat(times) + '1' + close.repeat(times)

// cel-go: parser.recursionListener counts nested expressions, its visitor chains of operators and accesses.
describe('the depth of an expression is limited', () => {
  test.each([
    ['parentheses', nested('(', ')', 249), nested('(', ')', 250)],
    ['lists', nested('[', ']', 249), nested('[', ']', 250)],
    ['calls', nested('f(', ')', 249), nested('f(', ')', 250)],
    ['choices', 'a ? b : '.repeat(249) + '1', 'a ? b : '.repeat(250) + '1'],
    ['sums on the right', nested('1 + (', ')', 124), nested('1 + (', ')', 125)],
    ['comparisons on the right', nested('1 < (', ')', 124), nested('1 < (', ')', 125)],
  ])('of %s', (_, allowed, tooDeep) => {
    expect(parseExpression(allowed).faults).toEqual([])
    expect(() => parseExpression(tooDeep)).toThrow('expression recursion limit exceeded: 250')
  })

  test.each([
    ['sums', '1' + ' + 1'.repeat(250), '1' + ' + 1'.repeat(251)],
    ['fields', 'a' + '.b'.repeat(250), 'a' + '.b'.repeat(251)],
    ['optional fields', 'a' + '.?b'.repeat(250), 'a' + '.?b'.repeat(251)],
    ['items', 'a' + '[0]'.repeat(250), 'a' + '[0]'.repeat(251)],
    ['methods', 'a' + '.b()'.repeat(250), 'a' + '.b()'.repeat(251)],
  ])('of a chain of %s', (_, allowed, tooDeep) => {
    expect(parseExpression(allowed).faults).toEqual([])
    expect(() => parseExpression(tooDeep)).toThrow('max recursion depth exceeded')
  })

  test('but not that of logical operators', () => {
    expect(parseExpression('a' + ' && a'.repeat(5000)).faults).toEqual([])
  })
})
