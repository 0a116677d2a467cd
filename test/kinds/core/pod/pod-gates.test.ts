import { expect, test } from 'vitest'
import { withoutGated } from '../../../../src/kinds/core/pod/pod-gates.js'

const containers = [{ name: 'web', image: 'shop/web:1' }]
const token = { serviceAccountToken: { path: 'token' } }

test('a spec that has nothing behind a closed gate is given back itself', () => {
  const spec = { containers, volumes: [{ name: 'token', projected: { sources: [token] } }] }
  expect(withoutGated(spec)).toBe(spec)
  expect(withoutGated({ containers })).toEqual({ containers })
})

test('what is behind a closed gate is left out, and the rest stays', () => {
  const bundle = { clusterTrustBundle: { name: 'roots', path: 'roots.pem' } }
  const limits = { cpu: '1' }
  const spec = {
    containers: [{ name: 'web', image: 'shop/web:1', resources: { limits, claims: [{ name: 'gpu' }] } }],
    resourceClaims: [{ name: 'gpu' }],
    resources: { requests: { cpu: '1' } },
    volumes: [
      { name: 'roots', projected: { sources: [token, bundle] } },
      { name: 'tools', image: { reference: 'shop/tools:1' } },
    ],
  }
  expect(withoutGated(spec)).toEqual({
    containers: [{ name: 'web', image: 'shop/web:1', resources: { limits } }],
    volumes: [{ name: 'roots', projected: { sources: [token, {}] } }],
  })
})

test('an empty list of volumes is none', () => {
  expect(withoutGated({ containers, volumes: [] })).toEqual({ containers })
})
