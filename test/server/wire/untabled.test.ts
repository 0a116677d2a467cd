import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const METADATA = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io'
const PODS = '/api/v1/namespaces/default/pods'

const ask = async (method: string, path: string, accept: string) => {
  const cluster = createCluster({ controllers: 'none' })
  const body = method === 'GET' ? {} : { body: '{}' }
  const reply = await cluster.fetch(path, { method, headers: { accept, 'content-type': 'application/json' }, ...body })
  return [reply.status, ((await reply.json()) as { reason?: string }).reason]
}

test.each([
  ['PUT', '/api/v1/namespaces/default/finalize'],
  ['GET', '/apis/apiregistration.k8s.io/v1/apiservices/v1./status'],
  ['GET', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/x/status'],
  ['GET', `${PODS}/x/ephemeralcontainers`],
  ['GET', `${PODS}/x/resize`],
  ['POST', `${PODS}/x/binding`],
  ['POST', `${PODS}/x/eviction`],
  ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'],
  ['POST', '/apis/authentication.k8s.io/v1/tokenreviews'],
])('%s %s has no Table: a 406 before any other check', async (method, path) => {
  expect(await ask(method, path, TABLE)).toEqual([406, 'NotAcceptable'])
  expect((await ask(method, path, METADATA))[0]).not.toBe(406)
  expect((await ask(method, path, `${TABLE},application/json`))[0]).not.toBe(406)
})

test.each([
  ['/api/v1/namespaces/default/status'],
  [`${PODS}/x/status`],
  ['/apis/apps/v1/namespaces/default/deployments/x/scale'],
])('%s has a Table', async (path) => expect((await ask('GET', path, TABLE))[0]).not.toBe(406))
