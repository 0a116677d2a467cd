import { expect, test } from 'vitest'
import { readYaml } from '../../../src/base/yaml/read.js'
import { decodeYamlText } from '../../../src/base/yaml/text.js'

// The error messages of sigs.k8s.io/yaml v1.4.0, which kube-apiserver v1.33 uses.
test.each([
  ['a: [1\nb: 2', "yaml: line 1: did not find expected ',' or ']'"],
  ['a: [', 'yaml: line 1: did not find expected node content'],
  ['a: [1, 2', "yaml: line 1: did not find expected ',' or ']'"],
  ['x: y\na: {b: 1', "yaml: line 2: did not find expected ',' or '}'"],
  ['a: b: c', 'yaml: mapping values are not allowed in this context'],
  ['x: y\na: b: c', 'yaml: line 2: mapping values are not allowed in this context'],
  ['x: y\n\tz: 1', 'yaml: line 2: found a tab character that violates indentation'],
  ['a: "b', 'yaml: found unexpected end of stream'],
  ['a: - b', 'yaml: block sequence entries are not allowed in this context'],
  ['a: @x', 'yaml: found character that cannot start any token'],
  ['a: |0\n x', 'yaml: found an indentation indicator equal to 0'],
  ['a: "\\ud800"', 'yaml: found invalid Unicode character escape code'],
  ['%YAML 1.2\n---\na: 1', 'yaml: found incompatible YAML document'],
  ['a: {{ .Values.x }}', 'yaml: invalid map key: map[interface {}]interface {}{".Values.x":interface {}(nil)}'],
  ['? [a]\n: b', 'yaml: invalid map key: []interface {}{"a"}'],
  ['a: *b', "yaml: unknown anchor 'b' referenced"],
  ['&a [*a]', "yaml: anchor 'a' value contains itself"],
  ['a: &a {<<: *a}', "yaml: anchor 'a' value contains itself"],
  ['b: {<<: 5}', 'yaml: map merge requires map or sequence of maps as the value'],
  ['a: &x 5\nb: {<<: *x}', 'yaml: map merge requires map or sequence of maps as the value'],
  ['a: !!int x', 'yaml: cannot decode !!str `x` as a !!int'],
  ['a: !!binary "*"', 'yaml: !!binary value contains invalid base64 data'],
  ['a: "x\x01"', 'yaml: control characters are not allowed'],
  ['a: .inf', 'json: unsupported value: +Inf'],
  ['~: x', 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"'],
])('%j is refused with %j', (text, error) => {
  expect(readYaml(decodeYamlText(new TextEncoder().encode(text)))).toEqual({ error })
})

test.each([
  ['a byte that cannot begin a character', [0xff], 'yaml: invalid leading UTF-8 octet'],
  ['an invalid continuation byte', [0xc3, 0x28], 'yaml: invalid trailing UTF-8 octet'],
  ['an overlong encoding', [0xc0, 0x80], 'yaml: invalid length of a UTF-8 sequence'],
  ['an encoded surrogate', [0xed, 0xa0, 0x80], 'yaml: invalid Unicode character'],
  ['an incomplete character', [0xe2, 0x82], 'yaml: incomplete UTF-8 octet sequence'],
])('%s is refused', (_, bytes, error) => {
  const head = new TextEncoder().encode('a: ')
  expect(readYaml(decodeYamlText(Uint8Array.from([...head, ...bytes])))).toEqual({ error })
})

test('UTF-16 with a byte order mark is read', () => {
  const bytes = Uint8Array.from([0xff, 0xfe, ...[...'a: é'].flatMap((c) => [c.charCodeAt(0), 0])])
  expect(readYaml(decodeYamlText(bytes))).toMatchObject({ value: { a: 'é' }, duplicates: [] })
})
