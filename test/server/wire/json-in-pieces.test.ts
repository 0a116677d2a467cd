import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finish } from '../../../src/base/turns/steps.js'
import { parseInPieces } from '../../../src/server/wire/long-body.js'
import { countMembers, lookAt } from '../../../src/base/json/json-text.js'

const PIECE = 64 * 1024
const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)
const parse = (text: string) => finish(parseInPieces(text))
const stepsOf = (text: string) => [...parseInPieces(text)].length

/** Parses a text as a whole; undefined if it is not JSON. */
function whole(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Parses a text in pieces, and notes as a whole text is noted whether a member is duplicate. */
function pieced(text: string): unknown {
  const parsed = parse(text)
  return parsed && { ...shown(parsed.value), isExact: parsed.members === lookAt(text).members }
}

/** The same for a text parsed as a whole. */
function expected(text: string): unknown {
  const parsed = whole(text)
  return parsed && { ...shown(parsed.value), isExact: countMembers(parsed.value) === lookAt(text).members }
}

// The text shows the order of members.
const shown = (value: unknown) => ({ value, text: JSON.stringify(value) })

// A gap makes the text on its side longer than a piece, so that texts of a few characters are cut everywhere.
const GAP = ' '.repeat(PIECE)
const spread = (text: string) => text.replaceAll('_', GAP)

test.each([
  '[_1_,_2_]',
  '{"a":_[_1,{"b"_:_2}_]_,_"c":{_}_}',
  '{"a":1_,"b":{"x":_1},"a":_2}',
  '{"a":{"x":1,"y":_2},_"a":{"x":_1}}',
  '{"2":_{_},"1":_1,"b":_1,"0":2}',
  '{"__proto__":_{"a":_1},_"constructor":1}',
  '[[[_]_]_]_',
  '_{}_',
  '[_{"a":[_]}_,_[]_,_"]",_"}"_]',
  '"_"',
  '_',
  '[_1,_]',
  '[_,_1]',
  '[_1,,_2]',
  '[_{_},,_1]',
  '[_{_}_1_]',
  '[_{_}_,]',
  '[_{_}_{_}]',
  '[_1_}_',
  '{_1:_[_]}',
  '{_"a"_[_]}',
  '{_"a":1_"b":_[_]}',
  '{_:_[_]}',
  '{_"a":_[_],_}',
  '{_"a":_[_]_"b":1}',
  '[_]_[_]',
  '[_]_x',
  'x_[_]',
  '[_]_]',
  '[_"a',
  '[_[_',
  '{_"a":_\u00a0[_]}',
  '[_\u00a0[_]]',
  '[_1\u00a0,_2]',
  '[_"a\nb"]',
  '[_{"a":01}_]',
])('a long text is parsed as by JSON.parse: %s', (text) => {
  expect(pieced(spread(text))).toEqual(expected(spread(text)))
})

test('any long value, and any text that a fault is put into, is parsed as by JSON.parse', () => {
  const text = fc.json({ maxDepth: 4 }).chain((json) =>
    fc
      .array(fc.nat(json.length), { maxLength: 4 })
      // White space within strings makes another value, which is as good.
      .map((places) => places.reduce((all, at) => all.slice(0, at) + GAP + all.slice(at), json)),
  )
  const faults = fc.constantFrom('', '', ',', ':', '{', '}', '[', ']', '"', '1')
  fc.assert(
    fc.property(text, faults, fc.nat(), (made, fault, place) => {
      const at = place % (made.length + 1)
      const faulty = made.slice(0, at) + fault + made.slice(at)
      expect(pieced(faulty)).toEqual(expected(faulty))
    }),
    { numRuns: 300, seed: 1 },
  )
})

test('the work of a step does not grow with the text', () => {
  const members = (length: number) => JSON.stringify(Object.fromEntries(range(length).map((i) => [`member${i}`, 'v'])))
  const [some, many] = [members(20_000), members(80_000)]
  expect(pieced(many)).toEqual(expected(many))
  expect(stepsOf(some)).toBeGreaterThanOrEqual(Math.floor(some.length / PIECE))
  expect(stepsOf(many)).toBeGreaterThanOrEqual(Math.floor(many.length / PIECE))
  const nested = `${`{"a":[1,2,"${'x'.repeat(1000)}"],"b":`.repeat(900)}1${'}'.repeat(900)}`
  expect(pieced(nested)).toEqual(expected(nested))
  expect(stepsOf(nested)).toBeGreaterThanOrEqual(Math.floor(nested.length / PIECE))
})
