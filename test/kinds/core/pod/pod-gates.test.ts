import { expect, test } from 'vitest'
import { withoutGated } from '../../../../src/kinds/core/pod/pod-gates.js'

const containers = [{ name: 'web', image: 'shop/web:1' }]
const token = { serviceAccountToken: { path: 'token' } }

test('returns a spec without gated fields itself', () => {
  const spec = { containers, volumes: [{ name: 'token', projected: { sources: [token] } }] }
  expect(withoutGated(spec)).toBe(spec)
  expect(withoutGated({ containers })).toEqual({ containers })
})

test('drops fields behind feature gates that are off, and keeps the rest', () => {
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

test('drops an empty list of volumes', () => {
  expect(withoutGated({ containers, volumes: [] })).toEqual({ containers })
})
