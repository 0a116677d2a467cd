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

test.each([
  ['bad=1', '"bad" is not a known field selector: only "metadata.name", "metadata.namespace"'],
  ['metadata.name=b', "fieldSelector metadata.name doesn't match requested name"],
  ['metadata.name!=b', "fieldSelector metadata.name doesn't match requested name"],
  ['metadata.name=a,bad=1', '"bad" is not a known field selector: only "metadata.name", "metadata.namespace"'],
])('the field selector %s of a watch of one object is refused', async (selector, problem) => {
  const text = await ask(`/api/v1/watch/${MAPS}/a?fieldSelector=${encodeURIComponent(selector)}`)
  expect((JSON.parse(text) as { readonly message: string }).message).toBe(problem)
})

test('a watch of one object may select it by its name and more', async () => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const selector = encodeURIComponent('metadata.name=a,metadata.namespace=default')
  const reply = await fetch(`/api/v1/watch/${MAPS}/a?fieldSelector=${selector}`)
  expect(reply.status).toBe(200)
  await reply.body?.cancel()
})
