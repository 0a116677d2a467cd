import { expect, test } from 'vitest'
import { parseBlocks } from './execute/blocks.js'
import { masked } from './execute/masked.js'
import { planSteps } from './execute/steps.js'

const fence = (info: string, ...lines: readonly string[]) => ['```' + info, ...lines, '```', ''].join('\n')
const plan = (...blocks: readonly string[]) => planSteps(parseBlocks(blocks.join('')))

test('plans files, commands with their output, failing commands, servers and other releases of Node.js', () => {
  expect(
    plan(
      fence('js file=a.js', '1'),
      fence('sh', 'node a.js'),
      fence('text', 'one', 'two'),
      fence('sh fails', 'false'),
      fence('sh server', 'npx x'),
      fence('sh node=24', 'node a.js'),
    ),
  ).toEqual([
    { type: 'write', line: 1, file: 'a.js', text: '1\n' },
    { type: 'run', line: 4, script: 'node a.js\n', fails: false, printed: 'one\ntwo\n' },
    { type: 'run', line: 11, script: 'false\n', fails: true, printed: undefined },
    { type: 'serve', line: 14, script: 'npx x\n', fails: false, printed: undefined },
    { type: 'run', line: 17, script: 'node a.js\n', fails: false, node: '24', printed: undefined },
  ])
})

test.each([
  [
    'a file that no later block uses',
    [fence('yaml file=a.yaml', 'a: 1'), fence('sh', 'cat b.yaml')],
    'no block after a.yaml, at line 1, makes use of it',
  ],
  ['code without a file name', [fence('ts', '1')], 'no rule says how the block at line 1 is executed: ts '],
  ['a language without a rule', [fence('perl', '1')], 'no rule says how the block at line 1 is executed: perl '],
  [
    'a file in a folder that no later block uses',
    [fence('go file=shop/a.go', '1'), fence('sh', 'go test workshop')],
    'no block after shop/a.go, at line 1, makes use of it',
  ],
  [
    'an option without a rule',
    [fence('sh later', 'true')],
    'no rule says how the block at line 1 is executed: sh later',
  ],
  [
    'a text that nothing prints',
    [fence('js file=a.js', '1'), fence('text', 'one'), fence('sh', 'node a.js')],
    'nothing prints the text at line 4',
  ],
  ['a block without an end', ['```sh\ntrue\n'], 'the block at line 1 has no end'],
] as const)('%s is refused', (_what, blocks, message) => {
  expect(() => plan(...blocks)).toThrow(message)
})

test.each([
  ['NAME     STATUS   AGE\ndefault  Active   12s\n', 'NAME  STATUS  AGE\ndefault  Active  AGE'],
  ['uid: 0b5b8a52-5d9b-4a5f-9d5c-1f2e3d4c5b6a', 'uid: UID'],
  ['at 2024-05-01T10:00:00.000000Z, 91191733007001', 'at TIME, REVISION'],
  ['  indented  twice', 'indented  twice'],
])('%j is masked', (text, wanted) => {
  expect(masked(text)).toBe(wanted)
})
