import { expect, test } from 'vitest'
import { openServer } from '../../kinds/asking.js'

test('the pages of a list with metadata.namespace selected end with that namespace', async () => {
  const ask = openServer()
  for (const namespace of ['a', 'b']) {
    await ask('POST', '/api/v1/namespaces', { metadata: { name: namespace } })
    for (const name of ['x', 'y'])
      await ask('POST', `/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name } })
  }
  const list = async (selector: string, limit: number) => {
    const query = new URLSearchParams({ fieldSelector: selector, limit: String(limit) })
    const { body } = await ask('GET', `/api/v1/configmaps?${query}`)
    return [body['items'], body['metadata']]
  }
  const more = expect.objectContaining({ continue: expect.anything() })
  const end = expect.not.objectContaining({ continue: expect.anything() })
  const named = (...names: string[]) =>
    names.map((name) => expect.objectContaining({ metadata: expect.objectContaining({ name }) }))
  expect(await list('metadata.namespace=a', 1)).toEqual([named('x'), more])
  expect(await list('metadata.namespace=a', 2)).toEqual([named('x', 'y'), end])
  expect(await list('metadata.namespace=a,metadata.name=x', 1)).toEqual([named('x'), end])
  expect(await list('metadata.namespace!=b', 2)).toEqual([named('x', 'y'), more])
  // Not a valid name of a namespace: all namespaces are read.
  expect(await list('metadata.namespace=A', 1)).toEqual([[], end])
})
