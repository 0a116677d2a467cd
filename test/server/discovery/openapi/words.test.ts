import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'
import type { DocumentV3, ParameterV3 } from './documents.js'

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const
const cluster = createCluster()
const documentOf = async (part: string) => (await (await cluster.fetch(`/openapi/v3/${part}`)).json()) as DocumentV3 // as it is served

test('operations have the descriptions of a real server', async () => {
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

test('parameters have the descriptions of a real server', async () => {
  const { paths } = await documentOf('apis/apps/v1')
  const scale = paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale']!
  const said = (list: readonly ParameterV3[] = []) => list.map(({ name, description }) => [name, description])
  const pretty =
    "If 'true', then the output is pretty printed. Defaults to 'false' unless the user-agent indicates a browser or command-line HTTP tool (curl and wget)."
  expect(said(scale.parameters)).toEqual([
    ['name', 'name of the Scale'],
    ['namespace', 'object name and auth scope, such as for teams and projects'],
    ['pretty', pretty],
  ])
  const manager =
    'fieldManager is a name associated with the actor or entity that is making these changes. The value must be less than or 128 characters long, and only contain printable characters, as defined by https://golang.org/pkg/unicode/#IsPrint.'
  expect(Object.fromEntries(said(scale.put?.parameters))['fieldManager']).toBe(manager)
  expect(Object.fromEntries(said(scale.patch?.parameters))['fieldManager']).toBe(
    `${manager} This field is required for apply requests (application/apply-patch) but optional for non-apply patch types (JsonPatch, MergePatch, StrategicMergePatch).`,
  )
})

// Texts that the tests of kubectl look for.
test.each(['list of returned', 'List of services', 'Watch for changes to the described resources'])(
  'the v2 document contains `%s`',
  async (words) => {
    expect(await (await cluster.fetch('/openapi/v2')).text()).toContain(words)
  },
)
