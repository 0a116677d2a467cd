import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'

const MAPS = 'namespaces/default/configmaps'

const ask = async (path: string) => {
  const reply = await createCluster({ seed: 1, controllers: 'none' }).fetch(path)
  return reply.text()
}

test.each([
  ['', 'sendInitialEvents is forbidden for list'],
  ['&watch=true', 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'],
  ['&watch=0', 'sendInitialEvents is forbidden for list'],
])('the options of a watch by its path are those of a list, without the parameter (%s)', async (and, problem) => {
  const query = `sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=0${and}`
  const { message } = JSON.parse(await ask(`/api/v1/watch/${MAPS}?${query}`)) as { readonly message: string }
  expect(message).toBe(`ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: ${problem}`)
})

test('a watch that cannot start tells the revision as a number', async () => {
  expect(await ask(`/api/v1/${MAPS}?watch=true&resourceVersion=01`)).toContain('too old resource version: 1 (')
})
