import { expect, test } from 'vitest'
import { createSortedMap } from '../../../src/base/lists/sorted-map.js'
import { compareBytes } from '../../../src/base/json/json.js'
import type { AccessRequest } from '../../../src/model/registry/authorizer.js'
import type { KubeObject } from '../../../src/schema/object.js'
import { createNodeAuthorizer } from '../../../src/server/access/node-authorizer.js'

const pod = {
  metadata: { name: 'p', namespace: 'shop' },
  spec: {
    nodeName: 'one',
    serviceAccountName: 'robot',
    imagePullSecrets: [{ name: 'pull' }],
    containers: [
      {
        name: 'c',
        env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'env', key: 'a' } } }],
        envFrom: [{ configMapRef: { name: 'settings' } }],
      },
    ],
    volumes: [
      { name: 'v', projected: { sources: [{ secret: { name: 'projected' } }, { configMap: { name: 'root' } }] } },
      { name: 'data', persistentVolumeClaim: { claimName: 'claim' } },
      { name: 'temporary', ephemeral: {} },
    ],
  },
}
const volume = {
  metadata: { name: 'pv' },
  spec: {
    claimRef: { name: 'claim', namespace: 'shop' },
    csi: { driver: 'd', nodeStageSecretRef: { name: 'stage', namespace: 'storage' } },
  },
}
const stored: Record<string, Record<string, unknown>> = {
  '/pods': { 'shop/p': { apiVersion: 'v1', kind: 'Pod', ...pod } },
  '/persistentvolumes': { pv: { apiVersion: 'v1', kind: 'PersistentVolume', ...volume } },
  'storage.k8s.io/volumeattachments': { va: { metadata: { name: 'va' }, spec: { nodeName: 'one' } } },
}

const authorize = createNodeAuthorizer((name) => {
  const table = createSortedMap<KubeObject>(compareBytes)
  for (const [key, object] of Object.entries(stored[name] ?? {})) table.set(key, object as KubeObject)
  return table
}, '1.33')

function ask(node: string, verb: string, resource: string, where: Partial<AccessRequest> = {}) {
  const [plural = '', group = ''] = resource.split('.', 1).concat(resource.split('.').slice(1).join('.'))
  const [name, subresource = ''] = plural.split('/')
  const request = { verb, group, version: 'v1', resource: name!, subresource, namespace: '', name: '', ...where }
  const user = { name: `system:node:${node}`, groups: ['system:nodes', 'system:authenticated'] }
  return authorize(user, request as AccessRequest)
}

const inShop = (name: string) => ({ namespace: 'shop', name })
const unrelated = (node: string) => ({
  decision: 'no opinion',
  reason: `no relationship found between node '${node}' and this object`,
})

test.each(['pull', 'env', 'projected'])(
  'a node reads the secret %s of a pod bound to it, other nodes do not',
  (name) => {
    expect(ask('one', 'get', 'secrets', inShop(name)).decision).toBe('allow')
    expect(ask('one', 'watch', 'secrets', inShop(name)).decision).toBe('allow')
    expect(ask('two', 'get', 'secrets', inShop(name))).toEqual(unrelated('two'))
  },
)

test('a node reads what its pods refer to, and nothing else', () => {
  expect(ask('one', 'get', 'secrets', inShop('other'))).toEqual(unrelated('one'))
  expect(ask('one', 'get', 'secrets', { namespace: 'storage', name: 'stage' }).decision).toBe('allow')
  expect(ask('one', 'list', 'secrets', { namespace: 'shop' }).reason).toBe('No Object name found')
  for (const name of ['settings', 'root']) expect(ask('one', 'get', 'configmaps', inShop(name)).decision).toBe('allow')
  for (const name of ['claim', 'p-temporary'])
    expect(ask('one', 'get', 'persistentvolumeclaims', inShop(name)).decision).toBe('allow')
  expect(ask('one', 'get', 'persistentvolumes', { name: 'pv' }).decision).toBe('allow')
  expect(ask('two', 'get', 'persistentvolumes', { name: 'pv' })).toEqual(unrelated('two'))
  expect(ask('one', 'get', 'volumeattachments.storage.k8s.io', { name: 'va' }).decision).toBe('allow')
  expect(ask('one', 'create', 'serviceaccounts/token', inShop('robot')).decision).toBe('allow')
  expect(ask('one', 'create', 'serviceaccounts/token', inShop('default'))).toEqual(unrelated('one'))
})

test('a node reads itself and its pods, and writes its lease', () => {
  expect(ask('one', 'get', 'nodes', { name: 'one' }).decision).toBe('allow')
  expect(ask('one', 'get', 'nodes', { name: 'two' }).reason).toBe(
    "node 'one' cannot read 'two', only its own Node object",
  )
  expect(ask('one', 'list', 'pods').reason).toBe('can only list/watch pods with spec.nodeName field selector')
  const own = [{ key: 'spec.nodeName', operator: '=', values: ['one'] }]
  expect(ask('one', 'list', 'pods', { fieldSelector: own }).decision).toBe('allow')
  expect(ask('one', 'get', 'pods', inShop('p')).decision).toBe('allow')
  const lease = { namespace: 'kube-node-lease', name: 'one' }
  expect(ask('one', 'update', 'leases.coordination.k8s.io', lease).decision).toBe('allow')
  expect(ask('two', 'update', 'leases.coordination.k8s.io', lease).decision).toBe('no opinion')
  // By the rules that are the same for all nodes.
  expect(ask('one', 'create', 'events').decision).toBe('allow')
  expect(ask('one', 'list', 'services').decision).toBe('allow')
  expect(ask('one', 'delete', 'services').decision).toBe('no opinion')
})

test('users who are no nodes, and nodes without a name, get no opinion', () => {
  const request = { verb: 'get', path: '/metrics' }
  expect(authorize({ name: 'ann', groups: [] }, request)).toEqual({ decision: 'no opinion', reason: '' })
  expect(authorize({ name: 'ann', groups: ['system:nodes'] }, request).reason).toBe('')
  const nameless = { name: 'system:node:', groups: ['system:nodes'] }
  expect(authorize(nameless, request).reason).toBe('unknown node for user "system:node:"')
})
