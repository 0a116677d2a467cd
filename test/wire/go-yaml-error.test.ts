import { expect, test } from 'vitest'
import { parseYaml } from '../../src/wire/yaml.js'

test.each([
  ['a: [1\nb: 2', "yaml: line 1: did not find expected ',' or ']'"],
  ['a: [', 'yaml: line 1: did not find expected node content'],
  ['a: [1, 2', "yaml: line 1: did not find expected ',' or ']'"],
  ['x: y\na: {b: 1', "yaml: line 2: did not find expected ',' or '}'"],
  ['a: b: c', 'yaml: mapping values are not allowed in this context'],
  ['x: y\na: b: c', 'yaml: line 2: mapping values are not allowed in this context'],
  ['x: y\n\tz: 1', 'yaml: line 2: found character that cannot start any token'],
  ['a: "b', 'yaml: found unexpected end of stream'],
])('%j is refused with %j', async (text, error) => {
  expect(parseYaml(text)).toEqual({ error })
})
