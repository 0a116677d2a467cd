import { expect, test } from 'vitest'
import { featureGatesOf } from '../../../../src/model/registry/feature-gates.js'
import { withoutGated } from '../../../../src/kinds/core/pod/pod-gates.js'

const GATES = featureGatesOf('1.33')
const containers = [{ name: 'web', image: 'shop/web:1' }]
const token = { serviceAccountToken: { path: 'token' } }

test('returns a spec without gated fields itself', () => {
  const spec = { containers, volumes: [{ name: 'token', projected: { sources: [token] } }] }
  expect(withoutGated(spec, GATES)).toBe(spec)
  expect(withoutGated({ containers }, GATES)).toEqual({ containers })
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
  expect(withoutGated(spec, GATES)).toEqual({
    containers: [{ name: 'web', image: 'shop/web:1', resources: { limits } }],
    volumes: [{ name: 'roots', projected: { sources: [token, {}] } }],
  })
})

test('drops an empty list of volumes', () => {
  expect(withoutGated({ containers, volumes: [] }, GATES)).toEqual({ containers })
})

test('keeps the claims of devices since v1.34', () => {
  const spec = {
    containers: [{ name: 'web', resources: { limits: {}, claims: [{ name: 'gpu' }] } }],
    resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }],
  }
  expect(withoutGated(spec, featureGatesOf('1.34'))).toBe(spec)
})

test('drops a volume of an image and keeps another of its name', () => {
  const kept = { name: 'v', emptyDir: {} }
  expect(withoutGated({ containers, volumes: [{ ...kept, image: {} }, kept] }, GATES)).toEqual({
    containers,
    volumes: [kept],
  })
})
