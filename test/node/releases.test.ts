import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OLDEST_NODE, checkNode, checkVitest, hasFileFixtures } from '../../src/node/releases.js'

test('engines in package.json is the oldest Node.js that checkNode accepts', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    engines: { node: string }
  }
  expect(engines.node).toBe(`>=${OLDEST_NODE}`)
})

test.each(['20.19.0', '20.20.2', '22.1.0', '100.0.0'])('Node.js %s is new enough', (version) => {
  expect(() => checkNode(version)).not.toThrow()
})

test.each(['18.20.8', '20.18.3', '8.17.0'])(
  'Node.js %s is refused; the error names the version needed and where to get it',
  (version) => {
    expect(() => checkNode(version, '/usr/bin/node')).toThrow(
      `fakecluster needs Node.js 20.19 or later, and this is ${version} (/usr/bin/node): install a later one from https://nodejs.org`,
    )
  },
)

test.each(['2.0.0', '3.2.7', '4.1.12', '10.0.0-beta.1'])('vitest %s is new enough', (version) => {
  expect(() => checkVitest(version)).not.toThrow()
})

test.each(['0.34.6', '1.6.1'])('vitest %s is refused; the error names what works instead', (version) => {
  expect(() => checkVitest(version)).toThrow(
    `fakecluster/vitest needs vitest 2.0 or later, and this is ${version}: install a later one with \`npm install --save-dev vitest@latest\`, or use`,
  )
})

test.each([
  ['2.1.9', false],
  ['3.1.4', false],
  ['3.2.0', true],
  ['4.0.0', true],
])('vitest %s has file-scoped fixtures: %s', (version, wanted) => {
  expect(hasFileFixtures(version)).toBe(wanted)
})
