import * as core from 'fakecluster'
import * as node from 'fakecluster/node'
import { expect, test } from 'vitest'
import check from './check.cjs'

test('both doors, by import', () => check(core, node))
test('a module loaded at first use', async () => {
  const cluster = core.createCluster({ seed: 1 })
  expect(await cluster.dump()).toContain('kind: List')
})
