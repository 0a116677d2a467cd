import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installNode, root, run } from '../../package/install.js'
import { laterClientNode } from '../setup/versions.js'

type Report = { readonly numPassedTests: number; readonly numFailedTests: number; readonly numPendingTests: number }

test(`everything with ${laterClientNode.version} under Node.js ${laterClientNode.node}`, async () => {
  const node = await installNode(laterClientNode.node)
  const folder = join(root, 'test/clients/client-node')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.test.ts') && name !== 'later.test.ts')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const said = await run(
    node,
    [
      vitest,
      'run',
      '--project',
      'clients',
      '--reporter=json',
      ...files.map((name) => `test/clients/client-node/${name}`),
    ],
    root,
    {
      FAKECLUSTER_CLIENT_NODE: laterClientNode.version,
    },
  )
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(said.slice(said.indexOf('{'))) as Report
  expect({ numFailedTests, numPendingTests }).toEqual({ numFailedTests: 0, numPendingTests: 0 })
  expect(numPassedTests).toBeGreaterThan(30)
})
