import { expect, test } from 'vitest'
import { clusterTest } from '../../src/vitest.js'

const each = clusterTest({ kubernetesVersion: ['1.33', '1.36'] })
const ran: string[] = []

const versionAt = async (url: string) => {
  const { minor } = (await (await fetch(`${url}/version`)).json()) as { readonly minor: string }
  return minor
}

each('plain', async ({ url, task }) => void ran.push(`${task.name}: ${await versionAt(url)}`))
each.skip('skipped', ({ task }) => void ran.push(task.name))
each.for(['a', 'b'])('for %s', async (which, { url, task }) => {
  ran.push(`${task.name} ${which}: ${await versionAt(url)}`)
})
each.runIf(true)('chosen', ({ task }) => void ran.push(task.name))

const one = clusterTest({ kubernetesVersion: '1.35' })
one('one version is not told', async ({ url, task }) => void ran.push(`${task.name}: ${await versionAt(url)}`))

test('each test has run once with each version', () => {
  expect(ran.toSorted()).toEqual([
    'chosen (1.33)',
    'chosen (1.36)',
    'for a (1.33) a: 33',
    'for a (1.36) a: 36',
    'for b (1.33) b: 33',
    'for b (1.36) b: 36',
    'one version is not told: 35',
    'plain (1.33): 33',
    'plain (1.36): 36',
  ])
})

test('there is at least one version, and each is named once', () => {
  const message = 'clusterTest: kubernetesVersion must name at least one version, and each once'
  expect(() => clusterTest({ kubernetesVersion: [] })).toThrow(message)
  expect(() => clusterTest({ kubernetesVersion: ['1.33', '1.33'] })).toThrow(message)
})
