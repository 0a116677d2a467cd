import { describe, expect, test } from 'vitest'
import { StatusError } from '../../../src/base/errors/status.js'
import { kubernetesProfile } from '../../profiles.js'
import { createRegistry } from '../../../src/model/registry/registry.js'
import { specifiedKinds } from '../../suites/specified-kinds.js'
import { route } from '../../../src/server/wire/route.js'

const registry = createRegistry(
  kubernetesProfile,
  specifiedKinds.map((kind) => kind(kubernetesProfile)),
)

function found(method: string, path: string, watching = false): unknown {
  try {
    const routed = route(method, path, watching, registry)
    if (routed.type !== 'resource') return routed
    const { verb, def, namespace, name, subresource } = routed.target
    return [verb, def.kind, namespace, name, subresource, ...(routed.legacyWatch ? ['legacy'] : [])]
  } catch (error) {
    return error instanceof StatusError ? error.code : error
  }
}

const LEASES = '/apis/coordination.k8s.io/v1'

describe('paths of kinds are routed', () => {
  test.each([
    ['GET', '/api/v1/nodes', ['list', 'Node', '', '', 'main']],
    ['GET', '/api/v1/nodes/', ['list', 'Node', '', '', 'main']],
    ['POST', '/api/v1/nodes', ['create', 'Node', '', '', 'main']],
    ['DELETE', '/api/v1/nodes', ['deletecollection', 'Node', '', '', 'main']],
    ['GET', '/api/v1/nodes/a', ['get', 'Node', '', 'a', 'main']],
    ['PUT', '/api/v1/nodes/a', ['update', 'Node', '', 'a', 'main']],
    ['PATCH', '/api/v1/nodes/a/status', ['patch', 'Node', '', 'a', 'status']],
    ['DELETE', '/api/v1/nodes/a', ['delete', 'Node', '', 'a', 'main']],
    ['GET', '/api/v1/nodes/a%2Eb', ['get', 'Node', '', 'a.b', 'main']],
    ['GET', `${LEASES}/leases`, ['list', 'Lease', '', '', 'main']],
    ['GET', `${LEASES}/namespaces/n/leases`, ['list', 'Lease', 'n', '', 'main']],
    ['GET', `${LEASES}/namespaces/n/leases/a`, ['get', 'Lease', 'n', 'a', 'main']],
    ['POST', `${LEASES}/namespaces/n/leases`, ['create', 'Lease', 'n', '', 'main']],
    ['GET', '/api/v1/namespaces/n', ['get', 'Namespace', '', 'n', 'main']],
    ['GET', '/api/v1/namespaces/n/status', ['get', 'Namespace', '', 'n', 'status']],
    ['PUT', '/api/v1/namespaces/n/finalize', ['update', 'Namespace', '', 'n', 'finalize']],
    [
      'GET',
      '/api/v1/namespaces/n/persistentvolumeclaims/c/status',
      ['get', 'PersistentVolumeClaim', 'n', 'c', 'status'],
    ],
    ['GET', '/api/v1/watch/nodes', ['watch', 'Node', '', '', 'main', 'legacy']],
    ['GET', '/api/v1/watch/nodes/a', ['watch', 'Node', '', 'a', 'main', 'legacy']],
    ['GET', `${LEASES}/watch/namespaces/n/leases`, ['watch', 'Lease', 'n', '', 'main', 'legacy']],
  ])('%s %s', (method, path, want) => {
    expect(found(method, path)).toEqual(want)
  })

  test('with watch only a list becomes a watch', () => {
    expect(found('GET', '/api/v1/nodes', true)).toEqual(['watch', 'Node', '', '', 'main'])
    expect(found('GET', '/api/v1/nodes/a', true)).toEqual(['get', 'Node', '', 'a', 'main'])
    expect(found('DELETE', '/api/v1/nodes', true)).toEqual(['deletecollection', 'Node', '', '', 'main'])
  })
})

describe('unknown paths are 404, unsupported methods 405', () => {
  test.each([
    ['GET', '/api/v1/pods', 404],
    ['GET', '/api/v2/nodes', 404],
    ['GET', '/api/v1/nodes/a/finalize', 404],
    ['GET', '/api/v1/nodes/a/main', 404],
    ['GET', '/api/v1/nodes/a/status/more', 404],
    ['GET', '/api/v1/namespaces/n/nodes', 404],
    ['GET', `${LEASES}/leases/a`, 404],
    ['GET', '/api/v1//nodes', 404],
    ['GET', `${LEASES}/namespaces/n/leases/a/status`, 404],
    ['POST', `${LEASES}/leases`, 405],
    ['DELETE', `${LEASES}/leases`, 405],
    ['POST', '/api/v1/nodes/a', 405],
    ['PUT', '/api/v1/nodes', 405],
    ['DELETE', '/api/v1/nodes/a/status', 405],
    ['DELETE', '/api/v1/namespaces', 405],
    ['POST', '/api/v1/componentstatuses', 405],
    ['POST', '/api/v1/watch/nodes', 405],
    ['PUT', '/api', 405],
  ])('%s %s: %d', (method, path, code) => {
    expect(found(method, path)).toBe(code)
  })
})

describe('paths without a kind are routed', () => {
  test.each([
    ['/api', { type: 'discovery', document: 'core', group: '', version: '' }],
    ['/api/v1', { type: 'discovery', document: 'resources', group: '', version: 'v1' }],
    ['/apis', { type: 'discovery', document: 'groups', group: '', version: '' }],
    ['/apis/policy', { type: 'discovery', document: 'group', group: 'policy', version: '' }],
    ['/apis/policy/v1', { type: 'discovery', document: 'resources', group: 'policy', version: 'v1' }],
    ['/apis/none.example.com/v1/x', { type: 'nowhere' }],
    ['/healthz', { type: 'service', path: '/healthz' }],
    ['/api/v1/nodes/%', { type: 'malformed' }],
  ])('%s', (path, want) => {
    expect(found('GET', path)).toEqual(want)
  })
})
