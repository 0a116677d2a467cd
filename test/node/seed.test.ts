import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { parseStart } from '../../src/node/cli/start-command.js'
import { startCluster } from '../../src/node/start.js'

const moves = async ({ clock }: { readonly clock: { readonly advance: (by: string) => Promise<void> } }) =>
  clock.advance('1s').then(
    () => true,
    () => false,
  )

test.each([
  [[], false],
  [['--seed', '1'], true],
  [['--start', '2024-01-01T00:00:00Z'], true],
  [['--clock', 'virtual'], true],
  [['--seed', '1', '--clock', 'system'], false],
])('with a seed or a start the clock is virtual, unless another is chosen: %j', async (flags, isVirtual) => {
  const command = parseStart(flags)
  if (command.type !== 'start') throw new Error('the flags start a server')
  await using server = await startCluster({ port: 0, ...command.options })
  expect(await moves(server.cluster)).toBe(isVirtual)
  expect(await moves(createCluster(command.options as object))).toBe(isVirtual)
})
