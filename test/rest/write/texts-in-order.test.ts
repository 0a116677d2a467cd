import { expect, test } from 'vitest'
import { openServer } from '../../kinds/asking.js'

test('an annotation that a kind adds is sorted among the others', async () => {
  const ask = openServer()
  const labels = { a: 'b' }
  const { body } = await ask('POST', '/apis/apps/v1/namespaces/default/daemonsets', {
    metadata: { name: 'a', annotations: { one: '1', 'a.example/x': '' } },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  })
  const { annotations } = body['metadata'] as { annotations: object } // of every object
  expect(Object.keys(annotations)).toEqual(['a.example/x', 'deprecated.daemonset.template.generation', 'one'])
})

test('an object that is removed at once is returned with its finalizers', async () => {
  const ask = openServer()
  const path = '/apis/storage.k8s.io/v1/csidrivers'
  await ask('POST', path, { metadata: { name: 'a', finalizers: ['orphan'] }, spec: {} })
  const { body } = await ask('DELETE', `${path}/a`, { orphanDependents: false })
  expect(body).toMatchObject({ kind: 'CSIDriver', metadata: { finalizers: ['orphan'] } })
  expect((await ask('GET', `${path}/a`)).code).toBe(404)
})
