import { expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'
import type { DocumentV2 } from '../../../../src/server/discovery/openapi/document-v2.js'
import { type DocumentV3, documentsV3, parametersIn, registryOf } from './documents.js'

const cluster = createCluster()
const { paths } = (await (await cluster.fetch('/openapi/v3/api/v1')).json()) as DocumentV3 // as it is served
const document = (await (await cluster.fetch('/openapi/v2')).json()) as DocumentV2 // as it is served

const POD = '/api/v1/namespaces/{namespace}/pods/{name}'
const SERVICE = '/api/v1/namespaces/{namespace}/services/{name}'
const NODE = '/api/v1/nodes/{name}'
const STREAMED = ['get', 'post']
const ANY = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch']

test.each([
  [`${POD}/attach`, STREAMED, 'PodAttachOptions', 'PodAttach', 'attach of Pod'],
  [`${POD}/exec`, STREAMED, 'PodExecOptions', 'PodExec', 'exec of Pod'],
  [`${POD}/portforward`, STREAMED, 'PodPortForwardOptions', 'PodPortforward', 'portforward of Pod'],
  [`${POD}/proxy`, ANY, 'PodProxyOptions', 'PodProxy', 'proxy of Pod'],
  [`${POD}/proxy/{path}`, ANY, 'PodProxyOptions', 'PodProxyWithPath', 'proxy of Pod'],
  [`${SERVICE}/proxy`, ANY, 'ServiceProxyOptions', 'ServiceProxy', 'proxy of Service'],
  [`${SERVICE}/proxy/{path}`, ANY, 'ServiceProxyOptions', 'ServiceProxyWithPath', 'proxy of Service'],
  [`${NODE}/proxy`, ANY, 'NodeProxyOptions', 'NodeProxy', 'proxy of Node'],
  [`${NODE}/proxy/{path}`, ANY, 'NodeProxyOptions', 'NodeProxyWithPath', 'proxy of Node'],
])('%s has connect operations', (path, methods, kind, id, what) => {
  const { parameters, ...operations } = paths[path]!
  const word = (method: string) => method.charAt(0).toUpperCase() + method.slice(1)
  const operation = (method: string) => ({
    tags: ['core_v1'],
    description: `connect ${method.toUpperCase()} requests to ${what}`,
    operationId: `connectCoreV1${word(method)}${path.includes('{namespace}') ? 'Namespaced' : ''}${id}`,
    responses: {
      '200': { description: 'OK', content: { '*/*': { schema: { type: 'string' } } } },
      '401': { description: 'Unauthorized' },
    },
    'x-kubernetes-action': 'connect',
    'x-kubernetes-group-version-kind': { group: '', version: 'v1', kind },
  })
  expect(operations).toEqual(Object.fromEntries(methods.map((method) => [method, operation(method)])))
  expect(parameters?.find(({ name }) => name === 'name')?.description).toBe(`name of the ${kind}`)

  const { parameters: listed, ...older } = document.paths[path]!
  expect(older).toEqual(
    Object.fromEntries(
      methods.map((method) => [
        method,
        {
          ...operation(method),
          consumes: ['*/*'],
          produces: ['*/*'],
          schemes: ['https'],
          responses: {
            '200': { description: 'OK', schema: { type: 'string' } },
            '401': { description: 'Unauthorized' },
          },
        },
      ]),
    ),
  )
  expect(parametersIn(document, listed).map(({ name, in: place }) => [name, place])).toEqual(
    parameters?.map(({ name, in: place }) => [name, place]),
  )
})

test('parameters of connect operations are those of the real server', () => {
  const told = (path: string) => paths[path]?.parameters?.map(({ name, in: place }) => `${place} ${name}`)
  expect(told(`${POD}/exec`)).toEqual([
    'query command',
    'query container',
    'path name',
    'path namespace',
    'query stderr',
    'query stdin',
    'query stdout',
    'query tty',
  ])
  expect(told(`${NODE}/proxy/{path}`)).toEqual(['path name', 'path path', 'query path'])
  expect(paths[`${NODE}/proxy/{path}`]?.parameters?.[1]).toEqual({
    name: 'path',
    in: 'path',
    description: 'path to the resource',
    required: true,
    schema: { type: 'string', uniqueItems: true },
  })
})

test('the operation of pods/log has the kind Pod and also produces text/plain', () => {
  expect(paths[`${POD}/log`]?.get).toMatchObject({
    operationId: 'readCoreV1NamespacedPodLog',
    description: 'read log of the specified Pod',
    'x-kubernetes-action': 'get',
    'x-kubernetes-group-version-kind': { group: '', version: 'v1', kind: 'Pod' },
  })
  const content = paths[`${POD}/log`]?.get?.responses['200']?.content
  expect(content).toEqual(
    Object.fromEntries(
      ['application/json', 'application/vnd.kubernetes.protobuf', 'application/yaml', 'text/plain'].map((type) => [
        type,
        { schema: { type: 'string' } },
      ]),
    ),
  )
})

test('there are no connect operations of kinds that are not served', () => {
  const document = documentsV3(registryOf('kubernetes')).get('api/v1')!
  expect(Object.keys(document.paths).filter((path) => /\/(?:exec|proxy)/.test(path))).toEqual([
    `${NODE}/proxy`,
    `${NODE}/proxy/{path}`,
  ])
})
