import { beforeAll, describe, expect, test } from 'vitest'
import { CelError } from '../../src/cel/run/cel-error.js'
import { stringOf } from '../../src/cel/functions/conversions.js'
import { checkExpression } from '../../src/cel/expression-check.js'
import { isList } from '../../src/cel/run/joined.js'
import { loadLibrary } from '../../src/cel/library.js'
import { Duration, Timestamp } from '../../src/cel/run/moments.js'
import { isOptional } from '../../src/cel/run/optional.js'
import { printQuantity, type Quantity } from '../../src/base/numbers/quantity.js'
import { typeNameOf } from '../../src/cel/run/value.js'
import recorded from './recorded-results.json' with { type: 'json' }

beforeAll(() => loadLibrary())

/** Prints a value with its type, as the program did that recorded the results of cel-go and its libraries. */
function shown(value: unknown): string {
  if (isList(value)) return `[${[...value].map(shown).join(', ')}]`
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('hex')}`
  if (value instanceof Duration) return `dur ${value.nanos}`
  if (value instanceof Timestamp) return `ts ${new Timestamp(value.nanos).text()}`
  if (isOptional(value)) return value.hasValue() ? `some(${shown(value.value())})` : 'none'
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => `${shown(key)}: ${shown(item)}`)
    return `{${entries.sort().join(', ')}}`
  }
  if (value === null) return 'null'
  const type = typeNameOf(value)
  switch (type) {
    case 'string':
      return JSON.stringify(value)
    case 'uint':
      return `${String(value)}u`
    case 'double':
      return `d${stringOf(value)}`
    case 'int':
    case 'bool':
      return String(value)
    case 'type':
      return `type ${(value as { readonly name: string }).name}` // types have one
    case 'kubernetes.Quantity':
      return `${type} ${printQuantity((value as { readonly quantity: Quantity }).quantity)}` // a quantity has one
    case 'kubernetes.Semver':
      return `${type} ${(value as { readonly text: string }).text}` // a version has one
    default:
      return `${type} ${'text' in (value as object) ? (value as { readonly text: () => string }).text() : ''}` // by its type
  }
}

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
