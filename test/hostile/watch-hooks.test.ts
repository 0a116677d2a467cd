import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'

test('a watch hook may repeat an event at most a thousand times', async () => {
  const cluster = createCluster({ seed: 1 })
  const script = (times: number) => cluster.hooks.script(`- watch: {kind: ConfigMap}\n  then: {repeat: ${times}}`)
  await script(1000)
  await expect(script(20_000_000)).rejects.toThrow('must be a whole number from 1 to 1000')
})
