import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { DocumentV3 } from './documents.js'

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const
const cluster = createCluster()
const documentOf = async (part: string) => (await (await cluster.fetch(`/openapi/v3/${part}`)).json()) as DocumentV3 // as it is served

test('operations are described in the words of a real server', async () => {
  const said = async (part: string, path: string) => {
    const entry = (await documentOf(part)).paths[path]
    return METHODS.flatMap((method) => entry?.[method]?.description ?? [])
  }
  const core = (path: string) => said('api/v1', `/api/v1${path}`)
  expect(await core('/namespaces/{namespace}/events')).toEqual([
    'list or watch objects of kind Event',
    'create an Event',
    'delete collection of Event',
  ])
  expect(await core('/namespaces/{namespace}/pods/{name}')).toEqual([
    'read the specified Pod',
    'replace the specified Pod',
    'delete a Pod',
    'partially update the specified Pod',
  ])
  expect((await core('/namespaces/{namespace}/endpoints'))[1]).toBe('create Endpoints')
  expect(await core('/namespaces/{name}/status')).toEqual([
    'read status of the specified Namespace',
    'replace status of the specified Namespace',
    'partially update status of the specified Namespace',
  ])
  expect(await core('/namespaces/{namespace}/pods/{name}/eviction')).toEqual(['create eviction of a Pod'])
  expect(await core('/namespaces/{namespace}/serviceaccounts/{name}/token')).toEqual([
    'create token of a ServiceAccount',
  ])
  expect(await core('/componentstatuses')).toEqual(['list objects of kind ComponentStatus'])
  expect(await core('/watch/nodes')).toEqual([
    "watch individual changes to a list of Node. deprecated: use the 'watch' parameter with a list operation instead.",
  ])
  expect(await core('/watch/nodes/{name}')).toEqual([
    "watch changes to an object of kind Node. deprecated: use the 'watch' parameter with a list operation instead, filtered to a single item with the 'fieldSelector' parameter.",
  ])
  expect(await core('/')).toEqual(['get available resources'])
  expect((await said('apis/apps/v1', '/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale'))[0]).toBe(
    'read scale of the specified Deployment',
  )
  expect((await said('apis/networking.k8s.io/v1', '/apis/networking.k8s.io/v1/ingressclasses'))[1]).toBe(
    'create an IngressClass',
  )
  expect(await said('api', '/api/')).toEqual(['get available API versions'])
  expect(await said('apis', '/apis/')).toEqual(['get available API versions'])
  expect(await said('apis/apps', '/apis/apps/')).toEqual(['get information of a group'])
  expect(await said('version', '/version/')).toEqual(['get the version information for this server'])
})
