import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { type Source, parse, sourcesIn, walk } from './sources.js'

const sources = [...sourcesIn('src'), ...sourcesIn('tools')].filter(({ file }) => !file.includes('generated/'))

const SUPPRESSION = /@ts-(?:expect-error|ignore|nocheck)|(?:oxlint|eslint)-disable|prettier-ignore/

type Found = { readonly casts: readonly string[]; readonly bangs: readonly string[]; readonly mute: readonly string[] }

/** Finds casts without a reason, non-null assertions, and suppressions without a reason. */
function faultsOf({ file, tree }: Source): Found {
  const lines = tree.text.split('\n')
  const lineOf = (position: number) => tree.getLineAndCharacterOfPosition(position).line
  const isComment = (line: number) => /^\s*\/[/*](?!\*)/.test(lines[line] ?? '') && !SUPPRESSION.test(lines[line] ?? '')
  const at = (line: number) => `${file}:${line + 1}`
  const casts: string[] = []
  const bangs: string[] = []
  walk(tree, (node) => {
    if (ts.isNonNullExpression(node)) bangs.push(at(lineOf(node.getEnd())))
    if (!ts.isTypeAssertionExpression(node) && !(ts.isAsExpression(node) && node.type.getText() !== 'const')) return
    const [first, last] = [lineOf(node.getStart()), lineOf(node.type.getEnd())]
    const written = lines.slice(first, last + 1)
    if (!isComment(first - 1) && !written.some((line) => /\/[/*] \S/.test(line))) casts.push(at(first))
  })
  const mute = lines.flatMap((text, line) =>
    SUPPRESSION.test(text) && !isComment(line - 1) && !/-- \S/.test(text) ? [at(line)] : [],
  )
  return { casts, bangs, mute }
}

const found = sources.map(faultsOf)

test('each cast has its reason in a comment on its line or the one above', () => {
  expect(found.flatMap(({ casts }) => casts)).toEqual([])
})

test('there are fewer than a hundred non-null assertions', () => {
  expect(found.flatMap(({ bangs }) => bangs).length).toBeLessThan(100)
})

test('each suppression has its reason, and there are no more than two', () => {
  expect(found.flatMap(({ mute }) => mute)).toEqual([])
  const all = sources.flatMap(({ tree }) => tree.text.split('\n').filter((line) => SUPPRESSION.test(line)))
  expect(all.length).toBeLessThanOrEqual(2)
})

/** Finds functions of more than 60 lines. */
function longFunctions({ file, tree }: Source): readonly string[] {
  const found: string[] = []
  const lineOf = (position: number) => tree.getLineAndCharacterOfPosition(position).line
  walk(tree, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return
    const first = lineOf(node.getStart())
    const lines = lineOf(node.getEnd()) - first + 1
    if (lines > 60) found.push(`${file}:${first + 1} has ${lines} lines`)
  })
  return found
}

const linesOf = ({ tree }: Source) => tree.text.split('\n').length - 1

test('no function has more than 60 lines', () => {
  expect(sources.flatMap(longFunctions)).toEqual([])
})

test('no file has more than 500 lines', () => {
  expect(sources.filter((source) => linesOf(source) > 500).map(({ file }) => file)).toEqual([])
})

const TAKES_ANY_NUMBER = /\.(?:push|unshift)$|^Math\.(?:min|max)$|^String\.from(?:CharCode|CodePoint)$/

/** Finds lists that are spread into the arguments of a call, which overflows the stack if they are long. */
function spreadArguments({ file, tree }: Source): readonly string[] {
  const found: string[] = []
  walk(tree, (node) => {
    if (ts.isCallExpression(node) && TAKES_ANY_NUMBER.test(node.expression.getText()))
      if (node.arguments.some(ts.isSpreadElement)) found.push(`${file}: ${node.getText()}`)
  })
  return found
}

test('no list of any length is spread into arguments: base/lists/lists.ts does without', () => {
  expect(sources.flatMap(spreadArguments)).toEqual([])
})

/** Finds comment lines wider than 120, the print width of Prettier, outside of template literals. */
function wideComments({ file, tree }: Source): readonly string[] {
  const { text } = tree
  const templates: (readonly [start: number, end: number])[] = []
  walk(tree, (node) => {
    if (ts.isTemplateLiteral(node)) templates.push([node.getStart(tree), node.getEnd()])
  })
  const found: string[] = []
  for (const { 0: line, index } of text.matchAll(/^.{121,}$/gm)) {
    const isCode =
      !/^\s*(?:\/\/|\/?\*)/.test(line) && !/ \/\/ /.test(line.replaceAll(/'[^']*'|`[^`]*`|\/[^/ ]+\//g, ''))
    if (!isCode && !templates.some(([start, end]) => start < index && index < end))
      found.push(`${file}:${tree.getLineAndCharacterOfPosition(index).line + 1}`)
  }
  return found
}

test('no comment is wider than 120', () => {
  expect(sources.flatMap(wideComments)).toEqual([])
})

test('pipeline.ts, with the entry points and the steps of a request, has at most 105 lines', () => {
  expect(sources.filter(({ file }) => file.endsWith('server/pipeline/pipeline.ts')).map(linesOf)).toEqual([
    expect.toSatisfy((lines: number) => lines <= 105),
  ])
})

describe('the checks of this file detect', () => {
  test.each([
    ['function f() {', '}'],
    ['const f = () => {', '}'],
    ['const a = { f() {', '} }'],
    ['g(async function () {', '})'],
    ['const f = () => [', ']'],
  ])('a function of 61 lines, not of 60: %s … %s', (head, foot) => {
    const text = (lines: number) => `${head}\n${'// x\n'.repeat(lines - 2)}${foot}\n`
    expect(longFunctions(parse('x.ts', text(60)))).toEqual([])
    expect(longFunctions(parse('x.ts', text(61)))).toEqual(['x.ts:1 has 61 lines'])
  })

  test.each([
    ['const a = b as C', 1],
    ['const a = <C>b', 1],
    ['const a = b as const', 0],
    ['const a = b as C // the schema has it so', 0],
    ['// The schema has it so.\nconst a = b as C', 0],
    ['/** Gives a C. */\nconst a = b as C', 1],
    ['const a = b as unknown as C', 2],
    ['// The schema has it so.\nconst x = 1\nconst a = b as C', 1],
  ])('casts without a reason: %j has %i', (text, count) => {
    expect(faultsOf(parse('x.ts', text)).casts).toHaveLength(count)
  })

  test.each([
    [`// ${'x'.repeat(117)}`, 0],
    [`// ${'x'.repeat(118)}`, 1],
    [`/** ${'x'.repeat(118)} */`, 1],
    [` * ${'x'.repeat(118)}`, 1],
    [`const a = '${'x'.repeat(118)}'`, 0],
    [`const a = 'http://${'x'.repeat(118)}'`, 0],
    [`const a = b // ${'x'.repeat(118)}`, 1],
    [`const a = \`\n// ${'x'.repeat(118)}\n\``, 0],
  ])('wide comments: %j has %i', (text, count) => {
    expect(wideComments(parse('x.ts', text))).toHaveLength(count)
  })

  test.each([
    ['a.b.push(...c)', 1],
    ['a.push(1, ...c)', 1],
    ['Math.max(0, ...c)', 1],
    ['String.fromCharCode(...c)', 1],
    ['f([...c])', 0],
    ['a.push([...c])', 0],
  ])('lists spread into arguments: %j has %i', (text, count) => {
    expect(spreadArguments(parse('x.ts', text))).toHaveLength(count)
  })

  test('non-null assertions and suppressions without a reason', () => {
    const text = 'const a = b!.c!\n// oxlint-disable-next-line x\n// The library wants it.\n// @ts-expect-error y\n'
    expect(faultsOf(parse('x.ts', text))).toMatchObject({ bangs: ['x.ts:1', 'x.ts:1'], mute: ['x.ts:2'] })
  })
})
