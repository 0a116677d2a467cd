import { beforeAll, describe, expect, test } from 'vitest'
import { CelError } from '../../src/cel/run/cel-error.js'
import { checkExpression } from '../../src/cel/expression-check.js'
import { loadLibrary } from '../../src/cel/library.js'
import recorded from './recorded-results.json' with { type: 'json' }
import { shown } from './shown.js'

beforeAll(() => loadLibrary())

function result(expression: string): string {
  const checked = checkExpression({ variables: new Map(), structs: new Map() }, expression, {
    types: [],
    wrongType: () => '',
    head: 'refused: ',
  })
  if (!checked.ok) return checked.text.replace(/^program instantiation failed: /, 'not started: ')
  const { value } = checked.run({}, 1_000_000)
  return value instanceof CelError ? `error: ${value.message}` : shown(value)
}

describe.each(Object.entries(recorded))('of expressions on %s the result is that of a server', (_, results) => {
  test.each(results.map(([expression = '', told = '']) => [expression, told]))('%s', (expression, told) =>
    expect(result(expression)).toBe(told),
  )
})
