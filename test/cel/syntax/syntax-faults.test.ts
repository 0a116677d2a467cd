import { expect, test } from 'vitest'
import { checkExpression } from '../../../src/cel/expression-check.js'
import { loadLibrary } from '../../../src/cel/library.js'
import { syntaxFaults } from '../../../src/cel/syntax/syntax-faults.js'

const FIRST =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"

const FIELD = "{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"

// As a v1.33 server reports them for ValidatingAdmissionPolicies.
const told: readonly (readonly [expression: string, ...faults: string[]])[] = [
  ['1 +', "4 mismatched input '<EOF>' expecting PRIM"],
  ['1 + ', "5 mismatched input '<EOF>' expecting PRIM"],
  ['..a', "2 no viable alternative at input '..'"],
  ['[.', "3 no viable alternative at input '.'"],
  ['.(', "2 no viable alternative at input '.('"],
  ['a b', "3 extraneous input 'b' expecting <EOF>"],
  ['a b c', "3 mismatched input 'b' expecting <EOF>"],
  ['a = b', "3 token recognition error at: '= '", "5 extraneous input 'b' expecting <EOF>"],
  ['a & b', "3 token recognition error at: '& '", "5 extraneous input 'b' expecting <EOF>"],
  ['a && ', "6 mismatched input '<EOF>' expecting PRIM"],
  ['&& a', "1 extraneous input '&&' expecting PRIM"],
  ['(a', "3 missing ')' at '<EOF>'"],
  ['a)', "2 extraneous input ')' expecting <EOF>"],
  ['[1,2', "5 mismatched input '<EOF>' expecting {']', ','}"],
  ['[1,,2]', "4 mismatched input ',' expecting ']'"],
  ['{a:1', "5 mismatched input '<EOF>' expecting {'}', ','}"],
  ['{"a" 1}', "6 missing ':' at '1'"],
  ['a.', "3 no viable alternative at input '.'"],
  ['a..b', "3 no viable alternative at input '..'"],
  ['a . )', "5 no viable alternative at input '. )'"],
  ['a.\t\n[', "5 no viable alternative at input '.\\t\\n['"],
  ['a.true', "3 mismatched input 'true' expecting IDENTIFIER"],
  ['a.?b(1)', "5 mismatched input '(' expecting <EOF>"],
  ['a.b.', "5 no viable alternative at input '.'"],
  [
    'a[',
    "3 mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
  ],
  ['a[1', "4 missing ']' at '<EOF>'"],
  ['a ? b', "6 mismatched input '<EOF>' expecting ':'"],
  ['a ? b :', "8 mismatched input '<EOF>' expecting PRIM"],
  ['a ? b : c : d', "11 mismatched input ':' expecting <EOF>"],
  ['"abc', "1 token recognition error at: '\"abc'", "5 mismatched input '<EOF>' expecting PRIM"],
  ["'abc", "1 token recognition error at: ''abc'", "5 mismatched input '<EOF>' expecting PRIM"],
  ['a @ b', "3 token recognition error at: '@'", "5 extraneous input 'b' expecting <EOF>"],
  ['a # b', "3 token recognition error at: '#'", "5 extraneous input 'b' expecting <EOF>"],
  ['!', "2 extraneous input '<EOF>' expecting PRIM"],
  ['!!', "3 extraneous input '<EOF>' expecting PRIM"],
  ['-', "2 no viable alternative at input '-'", "2 mismatched input '<EOF>' expecting PRIM"],
  ['1 1', "3 extraneous input '1' expecting <EOF>"],
  ['true false', "6 extraneous input 'false' expecting <EOF>"],
  [
    'f(',
    "3 mismatched input '<EOF>' expecting {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
  ],
  ['f(a', "4 missing ')' at '<EOF>'"],
  ['f(a,', "5 mismatched input '<EOF>' expecting PRIM"],
  [
    'f(,a)',
    "3 extraneous input ',' expecting {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
  ],
  ['f(a b)', "5 extraneous input 'b' expecting ')'"],
  ['x == ', "6 mismatched input '<EOF>' expecting PRIM"],
  ['== x', "1 extraneous input '==' expecting PRIM"],
  ['x =! y', "3 token recognition error at: '=!'", "6 extraneous input 'y' expecting <EOF>"],
  ['a || || b', "6 extraneous input '||' expecting PRIM"],
  ['a |', "3 token recognition error at: '|'"],
  ['a | b', "3 token recognition error at: '| '", "5 extraneous input 'b' expecting <EOF>"],
  ['in', "1 mismatched input 'in' expecting PRIM", "3 mismatched input '<EOF>' expecting PRIM"],
  ['a in', "5 mismatched input '<EOF>' expecting PRIM"],
  ['a in [1,2', "10 mismatched input '<EOF>' expecting {']', ','}"],
  ['null null', "6 extraneous input 'null' expecting <EOF>"],
  [
    'has(',
    "5 mismatched input '<EOF>' expecting {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
  ],
  ['object.spec.replicas >', "23 mismatched input '<EOF>' expecting PRIM"],
  ['object.spec.replicas >> 5', "23 extraneous input '>' expecting PRIM"],
  ['object.', "8 no viable alternative at input '.'"],
  ['object.spec..x', "13 no viable alternative at input '..'"],
  ['//c', "4 mismatched input '<EOF>' expecting PRIM"],
  ['5.', "3 no viable alternative at input '.'"],
  ['1.2.3', "4 extraneous input '.3' expecting <EOF>"],
  ['0x', "2 extraneous input 'x' expecting <EOF>"],
  ['1u2', "3 extraneous input '2' expecting <EOF>"],
  ['a?.b', "5 mismatched input '<EOF>' expecting ':'"],
  ['a.in', "3 no viable alternative at input '.in'", "5 mismatched input '<EOF>' expecting PRIM"],
  ['a.b c.d', "5 mismatched input 'c' expecting <EOF>"],
  ['self.x = 1', "8 token recognition error at: '= '", "10 extraneous input '1' expecting <EOF>"],
  ['foo bar baz', "5 mismatched input 'bar' expecting <EOF>"],
  ['"a" + ', "7 mismatched input '<EOF>' expecting PRIM"],
  ['(1 + 2', "7 missing ')' at '<EOF>'"],
  ['((1)', "5 missing ')' at '<EOF>'"],
  ['a;', "2 token recognition error at: ';'"],
  ['a;b', "2 token recognition error at: ';'", "3 extraneous input 'b' expecting <EOF>"],
  ['$x', "1 token recognition error at: '$'"],
  ['`a`', "1 mismatched input '`a`' expecting PRIM"],
  ["'a' 'b'", "5 extraneous input ''b'' expecting <EOF>"],
  ['a ? : b', "5 extraneous input ':' expecting PRIM", "8 mismatched input '<EOF>' expecting ':'"],
  ['a :', "3 extraneous input ':' expecting <EOF>"],
  ['x => y', "3 token recognition error at: '=>'", "6 extraneous input 'y' expecting <EOF>"],
  ['1..2', "3 no viable alternative at input '..2'"],
  [
    'list[',
    "6 mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
  ],
  ['not a', "5 extraneous input 'a' expecting <EOF>"],
  ['a and b', "3 mismatched input 'and' expecting <EOF>"],
  ['a or b', "3 mismatched input 'or' expecting <EOF>"],
  ['[1].all(x y)', "11 extraneous input 'y' expecting ')'"],
  ['f(g(1', "6 mismatched input '<EOF>' expecting ')'"],
  ['a.é', "3 token recognition error at: 'é'", "4 no viable alternative at input '.'"],
  ['a.é == b', "3 token recognition error at: 'é'", "5 no viable alternative at input '. =='"],
  [
    '%é',
    "1 mismatched input '%' expecting PRIM",
    "2 token recognition error at: 'é'",
    "3 mismatched input '<EOF>' expecting PRIM",
  ],
  ['a.?', "4 mismatched input '<EOF>' expecting {IDENTIFIER, ESC_IDENTIFIER}", '4 unsupported ident kind'],
  ['a.?.b', "4 extraneous input '.' expecting {IDENTIFIER, ESC_IDENTIFIER}"],
  ['T{b: , }', "6 mismatched input ',' expecting PRIM"],
  ['a.b.T{b 1}', "9 missing ':' at '1'"],
  ['.T{b c: 1}', "6 extraneous input 'c' expecting ':'"],
  ['T{1: 2}', `3 mismatched input '1' expecting ${FIELD}`],
  ['T{', `3 mismatched input '<EOF>' expecting ${FIELD}`],
  ['T{b: 1,, }', "8 extraneous input ',' expecting '}'"],
  ['T{b: 1, 2: 3}', "9 mismatched input '2' expecting '}'"],
  ['T{b: 1 c: 2}', "8 mismatched input 'c' expecting {'}', ','}"],
  ['T{b: 1', "7 mismatched input '<EOF>' expecting {'}', ','}"],
  ['T{?}', "4 mismatched input '}' expecting {IDENTIFIER, ESC_IDENTIFIER}"],
  ['T{?: 1}', '3 unsupported ident kind', "4 mismatched input ':' expecting {IDENTIFIER, ESC_IDENTIFIER}"],
  ['T{,, a}', "4 mismatched input ',' expecting '}'"],
  ['T{b ,a}', "5 mismatched input ',' expecting ':'", "6 extraneous input 'a' expecting '}'"],
  ['T{b: 1}.', "9 no viable alternative at input '.'"],
  ['f(){b: 1}', "4 mismatched input '{' expecting <EOF>"],
  [`a b${' c'.repeat(255)}`, "3 mismatched input 'b' expecting <EOF>"],
  [
    `a b${' c'.repeat(256)}`,
    '0 error recovery token lookahead limit exceeded: 256',
    "3 mismatched input 'b' expecting <EOF>",
  ],
  [`${'('.repeat(15)}1`, "17 mismatched input '<EOF>' expecting ')'"],
  [`${'('.repeat(16)}1`, "18 mismatched input '<EOF>' expecting ')'", '18 error recovery attempt limit exceeded: 30'],
]

test.each(told)('%j has the syntax errors of a real server', (expression, ...faults) => {
  expect(syntaxFaults(expression).map(({ text, at }) => `${at + 1} ${text}`)).toEqual(
    faults.map((fault) => fault.replace('PRIM', FIRST)),
  )
})

test.each(['a ? b : c', '[1,]', '{1: 2,}', 'a[?0].?b', '-1 + !a', "r'\\d' in ['x']", 'a.b(c, d).e // f', 'T{a: 1}'])(
  '%j has no syntax errors, or none that are detected here',
  (expression) => expect(syntaxFaults(expression)).toEqual([]),
)

test('a field without a name is no error of the syntax', async () => {
  await loadLibrary()
  const env = { variables: new Map(), structs: new Map() }
  const { text = '' } = checkExpression(env, 'a.?', { types: [], wrongType: () => '', head: '' }) as { text?: string }
  expect(text.split('\n').filter((line) => line.startsWith('ERROR'))).toEqual([
    "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {IDENTIFIER, ESC_IDENTIFIER}",
    'ERROR: <input>:1:4: unsupported ident kind',
  ])
})

test('an error about the whole of an expression has no position', async () => {
  await loadLibrary()
  const env = { variables: new Map(), structs: new Map() }
  const expression = `a b${' c'.repeat(256)}`
  expect(checkExpression(env, expression, { types: [], wrongType: () => '', head: '' })).toMatchObject({
    text: expect.stringMatching(
      /^ERROR: <input>:-1:0: error recovery token lookahead limit exceeded: 256\nERROR: <input>:1:3: Syntax error: mism/,
    ) as string,
  })
})
