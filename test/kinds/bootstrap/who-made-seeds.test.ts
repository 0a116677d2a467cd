import { expect, test } from 'vitest'
import { openServer } from '../asking.js'

type Made = { readonly metadata: { readonly managedFields: readonly { readonly manager: string }[] } }

test.each([
  '/api/v1/namespaces/kube-system',
  '/api/v1/namespaces/default',
  '/apis/networking.k8s.io/v1/servicecidrs/kubernetes',
])('%s has the field manager kube-apiserver', async (path) => {
  const { metadata } = (await openServer()('GET', path)).body as unknown as Made // an object
  expect(metadata.managedFields.map(({ manager }) => manager)).toContain('kube-apiserver')
  expect(JSON.stringify(metadata)).not.toContain('fakecluster')
})
