import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readYaml } from '../../../src/base/yaml/read.js'
import { yamlTextOf } from '../../../src/base/yaml/text.js'
import { charactersRead } from '../../hostile/work.js'

const read = (text: string) => {
  const found = readYaml(yamlTextOf(text))
  return 'value' in found ? found.value : found
}

const lines = fc.array(fc.tuple(fc.stringMatching(/^[a-c \t:#-]{0,6}$/), fc.constantFrom('\n', '\n', '\n', '\r\n')), {
  minLength: 1,
  maxLength: 12,
})

test('a literal block keeps its lines, with any line break', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 4 }), (given, indent) => {
      const written = given.map(([text, end]) => (text === '' ? '' : ' '.repeat(indent) + text) + end).join('')
      const value = given.map(([text]) => `${text}\n`).join('')
      expect(read(`a: |${indent}+\n${written}`)).toEqual({ a: value })
      expect(read(`a: |${indent}+\n${written}b: c\n`)).toEqual({ a: value, b: 'c' })
      expect(read(`- a: |${indent}-\n${written.replaceAll(/^(?=.)/gm, '  ')}  b: c\n`)).toEqual([
        { a: value.replace(/\n+$/, ''), b: 'c' },
      ])
    }),
    { seed: 1, numRuns: 500 },
  )
})

test.each(['', '\n', '   \n', '\u2028', '\u0085'])('an error after a block scalar has the right line (%j)', (odd) => {
  const text = (style: string) => `a: ${style}\n  x\n  y\n${odd}  z\n  w\nb: [\n`
  expect(read(text('|'))).toEqual(read(text('>')))
  expect(read(text('|'))).toHaveProperty('error', expect.stringMatching(/^yaml: line \d/))
})

test('a long literal is not read character by character', () => {
  expect(charactersRead(`a: |\n${'  x\n'.repeat(10_000)}`)).toBeLessThan(200)
})
