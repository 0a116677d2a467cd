import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'

test.each<[unknown, string]>([
  [{ hooks: 'http://127.0.0.1:1' }, 'services.hooks: a Service is named namespace/name or namespace/name:port'],
  [
    { 'shop/hooks': 'http://127.0.0.1:1/path' },
    'services.shop/hooks: must be a URL without a path, or a handler, not "http://127.0.0.1:1/path"',
  ],
  [5, 'services: must be a map from Services to URLs or handlers, not 5'],
])('services %j are refused: %s', (services, told) => {
  // @ts-expect-error: it is wrong
  expect(() => createCluster({ services })).toThrow(`createCluster: ${told}`)
})
