import { expect, test, vi } from 'vitest'
import { mostInATurn } from './support/most-in-a-turn.js'

/** Imports the code anew: tests before this one may have loaded what is late. */
async function importAnew() {
  vi.resetModules()
  return await import('../../src/cluster/cluster.js')
}

test('replies that have waited for the same code are made in turns of their own', async () => {
  const { createCluster } = await importAnew()
  const cluster = createCluster({ seed: 1 })
  const list = () => cluster.fetch('/api/v1/configmaps', { headers: { Accept: 'application/yaml' } })
  expect(await mostInATurn(50, list)).toBeLessThan(10)
  await cluster.close()
})

test('a write that has to wait for code, and begins again, draws the same names and ids', async () => {
  const { createCluster } = await importAnew()
  const certified = {
    generateName: 'certified-',
    spec: {
      containers: [{ name: 'a', image: 'a' }],
      volumes: [
        {
          name: 'a',
          projected: {
            sources: [{ podCertificate: { signerName: 'a.b/c', keyType: 'ED25519', credentialBundlePath: 'a' } }],
          },
        },
      ],
    },
  }
  const made = async () => {
    const cluster = createCluster({ seed: 1, kubernetesVersion: '1.37' })
    const names = []
    for (const { generateName, spec } of [certified, { ...certified, generateName: 'next-' }]) {
      const { metadata } = await cluster.create('Pod', { metadata: { generateName }, spec })
      names.push(metadata.name, metadata.uid)
    }
    await cluster.close()
    return names
  }
  const first = await made()
  expect(await made()).toEqual(first) // the code is there from the start
})
