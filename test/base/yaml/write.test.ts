import { describe, expect, test } from 'vitest'
import { encodeYaml } from '../../../src/base/yaml/write.js'
import { parseYaml } from '../../../src/server/wire/call.js'

const words = (count: number, gap = ' ') => Array.from({ length: count }, (_, i) => `word${i}`).join(gap)

const cases: readonly (readonly [name: string, value: unknown, yaml: string])[] = [
  ['an empty object', {}, '{}\n'],
  ['empty values', { a: {}, b: [], c: '', d: null }, 'a: {}\nb: []\nc: ""\nd: null\n'],
  [
    'a list at the indentation of its key',
    { a: [{ b: 1, c: [true] }, [1, [2]], 'x'] },
    'a:\n- b: 1\n  c:\n  - true\n- - 1\n  - - 2\n- x\n',
  ],
  [
    'keys in natural order',
    { a10: 1, a9: 1, b: 1, '.': 1, 'f:x': 1, B: 1, a: 1 },
    '.: 1\nB: 1\na: 1\na9: 1\na10: 1\nb: 1\nf:x: 1\n',
  ],
  [
    'keys that need quotes',
    { '': 1, y: 1, '1': 1, 'a: b': 1, '#': 1 },
    '"": 1\n\'#\': 1\n"1": 1\n\'a: b\': 1\n"y": 1\n',
  ],
  [
    'a key too long for its colon',
    { [`k${'x'.repeat(128)}`]: { a: 1 }, z: 1 },
    `? k${'x'.repeat(128)}\n: a: 1\nz: 1\n`,
  ],
  [
    'strings that would be read as another type',
    ['true', 'y', 'No', '~', '1', '0x1f', '1e3', '1_000', '.5', '.inf', '12:30', '2024-01-01', '2024-01-01T00:00:00Z'],
    '- "true"\n- "y"\n- "No"\n- "~"\n- "1"\n- "0x1f"\n- "1e3"\n- "1_000"\n- ".5"\n- ".inf"\n- "12:30"\n- "2024-01-01"\n- "2024-01-01T00:00:00Z"\n',
  ],
  [
    'strings that only look like another type',
    ['yes!', '1.2.3', '10.0.0.0/8', 'a:b', 'a#b', '-x', '?x', ':x', 'v:"x"'],
    '- yes!\n- 1.2.3\n- 10.0.0.0/8\n- a:b\n- a#b\n- -x\n- ?x\n- :x\n- v:"x"\n',
  ],
  [
    'strings with indicators',
    ['a: b', 'a #b', "it's: so", '- x', '{', '"q"', ' x', 'x ', '---', '@', 'x:'],
    "- 'a: b'\n- 'a #b'\n- 'it''s: so'\n- '- x'\n- '{'\n- '\"q\"'\n- ' x'\n- 'x '\n- '---'\n- '@'\n- 'x:'\n",
  ],
  [
    'strings with characters to escape',
    ['a\tb', 'ü', '\u0000\u001b\u0085', '😀', 'a"\\\r'],
    '- "a\\tb"\n- ü\n- "\\0\\e\\N"\n- "\\U0001F600"\n- "a\\"\\\\\\r"\n',
  ],
  [
    'lines',
    { a: 'x\ny', b: 'x\n', c: 'x\n\n', d: ' x\n\ny: z', e: 'x \ny', f: [{ g: 'x\ny' }] },
    'a: |-\n  x\n  y\nb: |\n  x\nc: |+\n  x\n\nd: |2-\n   x\n\n  y: z\ne: "x \\ny"\nf:\n- g: |-\n    x\n    y\n',
  ],
  [
    'long text, folded at the first space after 80 columns',
    { a: { message: words(14) } },
    `a:\n  message: ${words(12)}\n    word12 word13\n`,
  ],
  ['long text in single quotes', { m: `it's: ${words(14)}` }, `m: 'it''s: ${words(12)}\n  word12 word13'\n`],
  ['long text in double quotes', { m: `\t${words(14)}` }, `m: "\\t${words(13)}\n  word13"\n`],
  ['long text with wide gaps, which stay', { m: words(14, '  ') }, `m: ${words(14, '  ')}\n`],
]

describe('encodeYaml', () => {
  test.each(cases)('%s', async (_, value, yaml) => {
    const written = encodeYaml(value)
    expect(written).toBe(yaml)
    expect(parseYaml(new TextEncoder().encode(written))).toEqual({ value })
  })
})
