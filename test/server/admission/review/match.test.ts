import { expect, test } from 'vitest'
import { registryOf } from '../../../../src/kinds/served-kinds.js'
import { mustHave } from '../../../../src/base/must-have.js'
import { noOptions } from '../../../../src/model/call/options.js'
import { profiles } from '../../../profiles.js'
import type { KubeObject } from '../../../../src/schema/object.js'
import { type Criteria, matchOf } from '../../../../src/server/admission/review/match.js'
import { reviewedRequest } from '../../../../src/server/admission/review/request.js'
import type { AdmissionAttributes, AdmissionContext } from '../../../../src/server/admission/types.js'

const registry = registryOf(profiles.kubernetes, [])
const shop: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { env: 'prod' } } }

/** Makes a request for an object, by default the create of a ConfigMap in the namespace `shop`. */
const asked = (over: Partial<AdmissionAttributes> = {}) => {
  const { group = '', version = 'v1', kind = 'ConfigMap', name = 'a' } = over
  const apiVersion = group ? `${group}/${version}` : version
  const object = { apiVersion, kind, metadata: { name, labels: { app: 'web' } } }
  return reviewedRequest(
    {
      ...{ operation: 'create', group, version, kind, resource: 'configmaps', subresource: '', isNamespaced: true },
      ...{ namespace: 'shop', name, nameInPath: '', object, oldObject: undefined, dryRun: false, options: noOptions },
      user: { name: 'ann', groups: [] },
      ...over,
    },
    { def: mustHave(registry.at(group, version, over.resource ?? 'configmaps'), 'the kind that is written') },
  )
}
const every = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] } as const
const rule = (over: object = {}): Criteria => ({ resourceRules: [{ ...every, ...over }] })
const matches = (criteria: Criteria, request = asked()) => {
  const get = (_table: string, name: string) => (name === 'shop' ? shop : undefined)
  const found = matchOf(criteria, request, { registry, get: get as AdmissionContext['get'] }) // of one table only
  return found && `${found.resource.group}/${found.resource.version}/${found.resource.resource} ${found.kind.kind}`
}
const OWN = '/v1/configmaps ConfigMap'

test.for<[string, Criteria, string | undefined]>([
  ['no rule', {}, OWN],
  ['a rule for all', rule(), OWN],
  ['an operation', rule({ operations: ['CREATE'] }), OWN],
  ['another operation', rule({ operations: ['UPDATE', 'CONNECT'] }), undefined],
  ['another group', rule({ apiGroups: ['apps'] }), undefined],
  ['another version', rule({ apiVersions: ['v2'] }), undefined],
  ['a resource', rule({ resources: ['pods', 'configmaps'] }), OWN],
  ['its subresources only', rule({ resources: ['configmaps/*'] }), OWN],
  ['a subresource', rule({ resources: ['*/status'] }), undefined],
  ['all with subresources', rule({ resources: ['*/*'] }), OWN],
  ['namespaced', rule({ scope: 'Namespaced' }), OWN],
  ['cluster-scoped', rule({ scope: 'Cluster' }), undefined],
  ['a name', rule({ resourceNames: ['b', 'a'] }), OWN],
  ['other names', rule({ resourceNames: ['b'] }), undefined],
  ['excluded', { ...rule(), excludeResourceRules: [{ ...every, resources: ['configmaps'] }] }, undefined],
  ['its namespace', { ...rule(), namespaceSelector: { matchLabels: { env: 'prod' } } }, OWN],
  ['another namespace', { ...rule(), namespaceSelector: { matchLabels: { env: 'test' } } }, undefined],
  ['its labels', { ...rule(), objectSelector: { matchLabels: { app: 'web' } } }, OWN],
  ['other labels', { ...rule(), objectSelector: { matchLabels: { app: 'db' } } }, undefined],
])('a request is matched by %s', ([, criteria, found]) => {
  expect(matches(criteria)).toBe(found)
})

test('an update is selected by its old labels too, a deletion by those of the object', () => {
  const criteria: Criteria = { ...rule(), objectSelector: { matchLabels: { app: 'web' } } }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
  const labelled = { ...object, metadata: { name: 'a', labels: { app: 'web' } } }
  expect(matches(criteria, asked({ operation: 'update', object, oldObject: labelled }))).toBe(OWN)
  expect(matches(criteria, asked({ operation: 'delete', object: labelled, oldObject: labelled }))).toBe(OWN)
  expect(matches(criteria, asked({ operation: 'update', object, oldObject: object }))).toBeUndefined()
})

test('another version of the same objects matches unless it must be exact', () => {
  const other = { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' }
  const request = asked({ ...other, resource: 'horizontalpodautoscalers' })
  const first = rule({ apiGroups: ['autoscaling'], apiVersions: ['v1'] })
  expect(matches({ ...first, matchPolicy: 'Exact' }, request)).toBeUndefined()
  expect(matches({ ...first, matchPolicy: 'Equivalent' }, request)).toBe(
    'autoscaling/v1/horizontalpodautoscalers HorizontalPodAutoscaler',
  )
})

test('a namespace is in itself, cluster-scoped, and selected by the labels that it would have', () => {
  const request = asked({ kind: 'Namespace', resource: 'namespaces', namespace: '', name: 'new', isNamespaced: false })
  expect(request.namespace).toBe('new')
  expect(matches(rule({ scope: 'Namespaced' }), request)).toBeUndefined()
  expect(matches(rule({ scope: 'Cluster' }), request)).toBe('/v1/namespaces Namespace')
  expect(matches({ ...rule(), namespaceSelector: { matchLabels: { app: 'web' } } }, request)).toBe(
    '/v1/namespaces Namespace',
  )
})

test('a request that matches in a namespace that is missing is an error', () => {
  const criteria: Criteria = { ...rule(), namespaceSelector: { matchLabels: { env: 'prod' } } }
  expect(() => matches(criteria, asked({ namespace: 'gone' }))).toThrow('namespaces "gone" not found')
  expect(matches({ ...criteria, ...rule({ apiGroups: ['apps'] }) }, asked({ namespace: 'gone' }))).toBeUndefined()
})

test('a scale is seen as such, and a deletion has only an old object', () => {
  const metadata = { name: 'web', uid: 'u', resourceVersion: '1', creationTimestamp: '2024-01-01T00:00:00Z' }
  const spec = { replicas: 1, selector: { matchLabels: { app: 'web' } } }
  const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec, status: {} }
  const target = { group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments' }
  const scaled = asked({ ...target, operation: 'update', subresource: 'scale', object, oldObject: object })
  expect(scaled.kind).toEqual({ group: 'autoscaling', version: 'v1', kind: 'Scale' })
  expect(scaled.object?.kind).toBe('Scale')
  expect(matches(rule({ resources: ['*/scale'] }), scaled)).toBe('apps/v1/deployments Scale')
  const removed = asked({ ...target, operation: 'delete', object, oldObject: object })
  expect([removed.object, removed.oldObject?.kind]).toEqual([null, 'Deployment'])
})
