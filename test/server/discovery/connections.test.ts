import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const ask = async <T>(path: string, accept = 'application/json') => {
  const reply = await createCluster({ seed: 1, controllers: 'none' }).fetch(path, { headers: { accept } })
  return (await reply.json()) as T
}

type Resource = { readonly name: string; readonly kind: string; readonly verbs: readonly string[] }

const ANY = ['create', 'delete', 'get', 'patch', 'update']
const CONNECTIONS = [
  ['nodes/proxy', 'NodeProxyOptions', ANY],
  ['pods/attach', 'PodAttachOptions', ['create', 'get']],
  ['pods/exec', 'PodExecOptions', ['create', 'get']],
  ['pods/log', 'Pod', ['get']],
  ['pods/portforward', 'PodPortForwardOptions', ['create', 'get']],
  ['pods/proxy', 'PodProxyOptions', ANY],
  ['services/proxy', 'ServiceProxyOptions', ANY],
]
const isConnection = (name: string) => /\/(?:attach|exec|log|portforward|proxy)$/.test(name)

test('discovery lists the connections to pods, services and nodes', async () => {
  const { resources } = await ask<{ readonly resources: readonly Resource[] }>('/api/v1')
  const listed = resources.filter(({ name }) => isConnection(name)).map(({ name, kind, verbs }) => [name, kind, verbs])
  expect(listed).toEqual(CONNECTIONS)
})

type Discovered = {
  readonly resource: string
  readonly subresources?: readonly {
    readonly subresource: string
    readonly responseKind: object
    readonly verbs: readonly string[]
  }[]
}

test('aggregated discovery lists them in the order of their names', async () => {
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
  const { items } = await ask<{
    readonly items: readonly { readonly versions: readonly { readonly resources: readonly Discovered[] }[] }[]
  }>('/api', accept)
  const resources = items[0]?.versions[0]?.resources ?? []
  const listed = resources.flatMap(({ resource, subresources = [] }) =>
    subresources.map(({ subresource, responseKind, verbs }) => [`${resource}/${subresource}`, responseKind, verbs]),
  )
  expect(listed.filter(([name]) => isConnection(String(name)))).toEqual(
    CONNECTIONS.map(([name, kind, verbs]) => [name, { group: '', version: '', kind }, verbs]),
  )
  const pods = resources
    .find(({ resource }) => resource === 'pods')
    ?.subresources?.map(({ subresource }) => subresource)
  expect(pods).toEqual(pods?.toSorted())
})
