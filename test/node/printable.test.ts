import { expect, test } from 'vitest'
import { encodeYaml } from '../../src/base/yaml/write.js'
import { printable, printableLine, printing } from '../../src/node/printable.js'
import { parse } from 'yaml'

const EVIL = 'a\u001b[31m\r\0\u007f\u009b\u202e\u2028b'

test('control characters become escapes; line breaks and tabs stay', () => {
  expect(printable(`ü\n\t${EVIL}`)).toBe('ü\n\ta\\u001b[31m\\u000d\\u0000\\u007f\\u009b\\u202e\\u2028b')
  expect(printableLine('a\n\tb')).toBe('a\\u000a\\u0009b')
})

test('printed JSON and YAML mean the same', () => {
  expect(JSON.parse(printable(JSON.stringify({ text: EVIL })))).toEqual({ text: EVIL })
  expect(parse(printable(encodeYaml({ text: EVIL })))).toEqual({ text: EVIL })
})

test('every output of a command is printable', () => {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const { out, err, progress } = printing({ out: print, err: print, progress: print })
  for (const each of [out, err, progress]) each('\u001bc')
  expect(lines).toEqual(['\\u001bc', '\\u001bc', '\\u001bc'])
})
