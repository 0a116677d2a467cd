import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { attacksOn } from './support/attacks.js'
import { TooManySteps, countSteps } from './support/backtrack.js'
import { parseExpression } from './support/expression.js'

// These match stack traces and our own data.
const NOT_FROM_CLIENTS = ['base/errors/call-site.ts', 'model/registry/struct-lines.ts']

const src = fileURLToPath(new URL('../../src', import.meta.url))
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('generated') && !NOT_FROM_CLIENTS.includes(file))
  .sort()

/** Every regular expression literal in src/. */
const written = files.flatMap((file) => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) found.push(node.getText())
    node.forEachChild(visit)
  }
  visit(ts.createSourceFile(file, readFileSync(`${src}/${file}`, 'utf8'), ts.ScriptTarget.Latest, true))
  return found.map((literal) => ({ file, literal }))
})

const LENGTH = 400
const MOST_STEPS = 1_000_000

/** The most steps that any attack text of a length takes. */
function worst(source: string, flags: string, length: number): number {
  const tree = parseExpression(source, flags)
  try {
    return Math.max(0, ...attacksOn(tree).map((attack) => countSteps(tree, flags, attack(length), MOST_STEPS)))
  } catch (error) {
    if (error instanceof TooManySteps) return Infinity
    throw error
  }
}

const isLinear = (source: string, flags: string) => {
  const once = worst(source, flags, LENGTH)
  return once < Infinity && worst(source, flags, 2 * LENGTH) <= 2.2 * once + 100
}

test('counting steps tells a linear regular expression from others', () => {
  expect(isLinear('^[a-z]+$', '')).toBe(true)
  expect(isLinear('^(a+)+$', '')).toBe(false)
  expect(isLinear('^\\d+\\.?\\d*s$', '')).toBe(false)
  expect(isLinear(' +$', '')).toBe(false)
  expect(isLinear('^ +| +$', 'g')).toBe(false)
  expect(isLinear('^.*.*.*x$', 's')).toBe(false)
})

describe('our own regular expressions take linear time', () => {
  test.each(written)('$file $literal', ({ literal }) => {
    const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(literal) ?? []
    expect(isLinear(source, flags)).toBe(true)
  })
})

describe('regular expressions constructed at run time', () => {
  const native = globalThis.RegExp
  const made = new Map<string, readonly [source: string, flags: string]>()
  beforeAll(async () => {
    // Modules that another test file of this process has loaded would not construct theirs again.
    vi.resetModules()
    globalThis.RegExp = new Proxy(native, {
      construct(target, [source, flags]: [string, string?]) {
        const expression = new target(source, flags)
        made.set(String(expression), [expression.source, expression.flags])
        return expression
      },
    })
    for (const file of files) if (!/^(cli|assets|vitest|jest)\.ts$/.test(file)) await import(`${src}/${file}`)
  })
  afterAll(() => void (globalThis.RegExp = native))
  test('take linear time too', () => {
    globalThis.RegExp = native
    expect(made.size).toBeGreaterThan(10)
    expect([...made].filter(([, [source, flags]]) => !isLinear(source, flags)).map(([text]) => text)).toEqual([])
  })
})
