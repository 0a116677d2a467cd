import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'

// A server looks at the thousandths of an amount as an int64, of which too many wrap round. Seen on kube-apiserver
// v1.33.13.
test.each([
  ['9223372036854775807', 201],
  ['9223372036854775808', 201],
  ['16Ei', 201],
  ['10E', 201],
  ['1e100', 201],
  ['1500m', 422],
  ['1e-10', 422],
  ['12345678901234567890123', 422],
  ['100000000000000000000000', 422],
])('a pod with %s of an extended resource is answered with %i', async (amount, code) => {
  const cluster = createCluster({ controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  const amounts = { 'example.com/x': amount }
  const containers = [{ name: 'a', image: 'a', resources: { limits: amounts, requests: amounts } }]
  const reply = await cluster.fetch('/api/v1/namespaces/default/pods', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { containers } }),
  })
  expect(reply.status).toBe(code)
})
