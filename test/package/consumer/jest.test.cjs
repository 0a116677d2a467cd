const core = require('fakecluster')
const node = require('fakecluster/node')
const check = require('./check.cjs')

test('both doors, by require', () => check(core, node))
test('a module loaded at first use', async () => {
  const cluster = core.createCluster({ seed: 1 })
  expect(await cluster.dump()).toContain('kind: List')
})
