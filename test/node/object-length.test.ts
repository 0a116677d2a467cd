import { expect, test } from 'vitest'
import { startCluster } from '../../src/node.js'

test('the Content-Length of an object counts bytes, also when it is read again and after a change', async () => {
  await using server = await startCluster()
  const { cluster, url } = server
  const path = `${url}/api/v1/namespaces/default/configmaps/a`
  const read = async () => {
    const reply = await fetch(path)
    const bytes = await reply.arrayBuffer()
    expect(Number(reply.headers.get('content-length'))).toBe(bytes.byteLength)
    return (JSON.parse(new TextDecoder().decode(bytes)) as { readonly data: unknown }).data
  }
  await cluster.create('ConfigMap', { metadata: { name: 'a', namespace: 'default' }, data: { a: 'é日🙂' } })
  expect(await read()).toEqual({ a: 'é日🙂' })
  expect(await read()).toEqual({ a: 'é日🙂' })
  await cluster.patch('ConfigMap', { name: 'a', namespace: 'default' }, { data: { a: 'plain' } })
  expect(await read()).toEqual({ a: 'plain' })
})
