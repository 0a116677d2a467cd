import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readShares } from '../conformance/shares.js'
import { root } from '../package/install.js'
import { FIGURED, countSpecs, figureTables, withFigures } from './figures.js'

test.each(FIGURED)(
  '%s has the figures of shares.json and of the official specs (npm run conformance -- --write)',
  (name) => {
    const document = readFileSync(join(root, name), 'utf8')
    expect(document).toContain('<!-- figures: ')
    expect(document).toBe(withFigures(document, figureTables(readShares(), countSpecs())))
  },
)

test('shares are summed up by group, and rounded down', () => {
  const share = (same: number, all: number) => ({
    kind: { A: { all, same, sameButOwners: all } },
    topic: {},
    differing: {},
  })
  const tables = figureTables(
    { stories: share(9999, 10000), workloads: share(1, 2), 'workloads, further': share(2, 4) },
    { all: 10, failing: 1 },
  )
  expect(tables['by group']?.split('\n')).toContain(
    '| replies for the twelve kinds of the specification | 9 999 of 10 000 | 99.9 % |',
  )
  expect(tables['by group']).toContain('| 3 of 6 | 50.0 % |')
  expect(tables['by group']).toContain('| 9 of 10 | 90.0 % |')
  expect(withFigures('<!-- figures: by list -->\n<!-- /figures -->', { 'by list': 'x' })).toBe(
    '<!-- figures: by list -->\n\nx\n\n<!-- /figures -->',
  )
  expect(() => withFigures('<!-- figures: none -->\n<!-- /figures -->', {})).toThrow('There are no figures "none"')
})
