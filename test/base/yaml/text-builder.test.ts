import { expect, test } from 'vitest'
import { readYaml } from '../../../src/base/yaml/read.js'
import { TextBuilder } from '../../../src/base/yaml/scan-scalars.js'
import { yamlTextOf } from '../../../src/base/yaml/text.js'

test('text() joins all pieces, however often it is called', () => {
  const builder = new TextBuilder()
  expect(builder.text()).toBe('')
  const pieces = Array.from({ length: 10_000 }, (_, i) => (i % 3 === 0 ? '' : `${i}\n`))
  for (const piece of pieces) builder.add(piece)
  expect(builder.text()).toBe(pieces.join(''))
  builder.add('end')
  expect(builder.text()).toBe(`${pieces.join('')}end`)
})

test('a block scalar of many lines keeps each of them', () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `line ${i}`)
  const block = (sign: string) => readYaml(yamlTextOf(`a: ${sign}\n${lines.map((line) => `  ${line}\n`).join('')}`))
  expect(block('|')).toMatchObject({ value: { a: `${lines.join('\n')}\n` } })
  expect(block('>')).toMatchObject({ value: { a: `${lines.join(' ')}\n` } })
})
