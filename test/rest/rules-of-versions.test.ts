import { describe, expect, test } from 'vitest'
import { openServer } from '../kinds/asking.js'

const serverOf = (kubernetesVersion: string) => openServer({ kubernetesVersion, runtimeConfig: { 'api/beta': true } })

const MAPS = '/api/v1/namespaces/default/configmaps'

describe('tables of definitions', () => {
  const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const table = async (version: string, body?: object) => {
    const ask = serverOf(version)
    if (body) await ask('POST', DEFINITIONS, body)
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
    return (await ask('GET', DEFINITIONS, undefined, { accept })).body as {
      readonly columnDefinitions: readonly { readonly name: string }[]
      readonly rows: readonly { readonly cells: readonly unknown[] }[] | null
    }
  }
  const schema = { openAPIV3Schema: { type: 'object' } }
  const THINGS = {
    metadata: { name: 'things.a.example' },
    spec: {
      ...{ group: 'a.example', scope: 'Cluster', names: { plural: 'things', kind: 'Thing', shortNames: ['t', 'th'] } },
      versions: ['v2', 'v1'].map((name) => ({ name, served: true, storage: name === 'v2', schema })),
    },
  }

  test.each(['1.36', '1.37'])('have no rows in %s where there are none', async (version) => {
    expect((await table(version)).rows).toBeNull()
  })

  test.each([
    ['1.36', ['Name', 'Created At'], ['things.a.example', expect.any(String)]],
    [
      '1.37',
      ['Name', 'Scope', 'Versions', 'Created At', 'Group', 'Kind', 'ShortNames', 'Established'],
      ['things.a.example', 'Cluster', 'v1,v2(storage)', expect.any(String), 'a.example', 'Thing', 't,th', true],
    ],
  ])('tell in %s what it knows of them', async (version, names, cells) => {
    const { columnDefinitions, rows } = await table(version, THINGS)
    expect([columnDefinitions.map(({ name }) => name), rows?.[0]?.cells]).toEqual([names, cells])
  })
})

describe('what versions tell', () => {
  const POLICIES = '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies'
  const INGRESSES = '/apis/networking.k8s.io/v1/namespaces/default/ingresses'
  const DRIVERS = '/apis/storage.k8s.io/v1/csidrivers'
  const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const ATTRIBUTES = { path: '/a<b', verb: 'get' }
  const fromBlock = (cidr: string) => ({ podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr } }] }] })
  const toService = (name: string) => ({ defaultBackend: { service: { name, port: { number: 80 } } } })

  test.each([
    ['1.34', MAPS, { metadata: { name: 'a', annotations: { 'a/b/c': '' } } }, 'a qualified name must consist of'],
    ['1.35', MAPS, { metadata: { name: 'a', annotations: { 'a/b/c': '' } } }, 'a valid label key must consist of'],
    ['1.33', REVIEWS, { spec: {} }, 'spec.resourceAttributes: Invalid value: "null": exactly one of nonResource'],
    ['1.34', REVIEWS, { spec: {} }, 'spec.resourceAttributes: Invalid value: null: exactly one of nonResource'],
    ['1.37', REVIEWS, { spec: {} }, 'spec: Invalid value: null: exactly one of nonResource'],
    [
      '1.37',
      REVIEWS,
      { spec: { nonResourceAttributes: ATTRIBUTES, resourceAttributes: {} } },
      'spec: Invalid value: {"Path":"/a\\u003cb","Verb":"get"}: exactly one of nonResource',
    ],
    [
      '1.34',
      REVIEWS,
      { metadata: { labels: { a: 'b' }, name: 'a' }, spec: { nonResourceAttributes: ATTRIBUTES } },
      'metadata: Invalid value: {"name":"a","labels":{"a":"b"},"managedFields":[',
    ],
    [
      '1.36',
      POLICIES,
      { metadata: { name: 'a' }, spec: fromBlock('10.0.0.1/8') },
      'Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length',
    ],
    [
      '1.36',
      POLICIES,
      { metadata: { name: 'a' }, spec: fromBlock('::ffff:10.0.0.0/104') },
      'must not have an IPv4-mapped IPv6 address',
    ],
    [
      '1.36',
      '/api/v1/namespaces/default/endpoints',
      { metadata: { name: 'a' }, subsets: [{ addresses: [{ ip: '01.2.3.4' }] }] },
      'subsets[0].addresses[0].ip: Invalid value: "01.2.3.4": must not have leading 0s',
    ],
    ['1.35', INGRESSES, { metadata: { name: 'a' }, spec: toService('0') }, 'a DNS-1035 label must consist of'],
    [
      '1.36',
      INGRESSES,
      { metadata: { name: 'a' }, spec: toService('ü') },
      'a lowercase RFC 1123 label must consist of',
    ],
    [
      '1.35',
      DRIVERS,
      { metadata: { name: 'a' }, spec: { serviceAccountTokenInSecrets: false } },
      'Invalid value: false: serviceAccountTokenInSecrets is set but no tokenRequests are specified',
    ],
    [
      '1.34',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      {
        metadata: { name: 'as.a.example' },
        spec: {
          ...{ group: 'a.example', scope: 'Cluster', names: { plural: 'as', kind: 'A' } },
          versions: [{ name: 'v1', served: true, storage: true }],
        },
      },
      'spec.versions[0].schema.openAPIV3Schema: Required value',
    ],
  ])('by rules of %s at %s: %j', async (version, path, body, message) => {
    const reply = await serverOf(version)('POST', path, body)
    expect(reply).toMatchObject({ code: 422, body: { message: expect.stringContaining(message) } })
  })

  test.each([
    ['1.35', POLICIES, { metadata: { name: 'a' }, spec: fromBlock('10.0.0.1/8') }],
    ['1.36', INGRESSES, { metadata: { name: 'a' }, spec: toService('0') }],
    ['1.34', DRIVERS, { metadata: { name: 'a' }, spec: { serviceAccountTokenInSecrets: false } }],
  ])('of which %s at %s finds none: %j', async (version, path, body) => {
    expect(await serverOf(version)('POST', path, body)).toMatchObject({ code: 201 })
  })

  const TEMPLATE = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const WORKLOAD = { selector: { matchLabels: { a: 'b' } }, template: TEMPLATE }
  const apps = (plural: string) => `/apis/apps/v1/namespaces/default/${plural}`
  const rbac = (plural: string) => `/apis/rbac.authorization.k8s.io/v1/namespaces/default/${plural}`
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' }

  test.each([
    [apps('replicasets'), { spec: WORKLOAD }, { spec: { replicas: -1 } }, '1.34'],
    [apps('daemonsets'), { spec: WORKLOAD }, { spec: { minReadySeconds: -1 } }, '1.34'],
    [
      '/api/v1/namespaces/default/replicationcontrollers',
      { spec: { selector: { a: 'b' }, template: TEMPLATE } },
      { spec: { replicas: -1 } },
      '1.35',
    ],
    [rbac('roles'), { rules: [] }, { rules: [{}] }, '1.35'],
    [rbac('rolebindings'), { roleRef }, { subjects: [{ kind: 'Other', name: 'a' }] }, '1.35'],
    [POLICIES, { spec: { podSelector: {} } }, { spec: { policyTypes: ['Other'] } }, '1.36'],
  ])('twice of an update at %s until a version: %j, %j', async (path, object, patch, once) => {
    const faultsIn = async (version: string) => {
      const ask = serverOf(version)
      await ask('POST', path, { metadata: { name: 'a' }, ...object })
      const reply = await ask('PATCH', `${path}/a`, patch)
      const { details } = reply.body as { readonly details?: { readonly causes?: readonly unknown[] } }
      return (details?.causes ?? []).map((cause) => JSON.stringify(cause))
    }
    const before = await faultsIn(`1.${Number(once.slice(2)) - 1}`)
    const since = await faultsIn(once)
    expect(since).toEqual([...new Set(before)])
    expect(before.length).toBeGreaterThan(since.length)
  })

  const SCALED = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, maxReplicas: 0 }
  test.each([
    ['1.35', 'spec.maxReplicas: Invalid value: 0: must be greater than 0'],
    ['1.36', 'spec.maxReplicas: Required value: must be set and greater than 0'],
  ])('of an autoscaler without a maximum in %s', async (version, message) => {
    const path = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers'
    const reply = await serverOf(version)('POST', path, { metadata: { name: 'a' }, spec: SCALED })
    expect(reply.body['message']).toContain(message)
  })

  test.each([
    ['1.33', 201],
    ['1.34', 422],
  ])('of a template of claims in %s', async (version, code) => {
    const reply = await serverOf(version)('POST', apps('statefulsets'), {
      metadata: { name: 'a' },
      spec: { ...WORKLOAD, volumeClaimTemplates: [{ metadata: { name: 'c' }, spec: {} }] },
    })
    expect(reply.code).toBe(code)
    const message = 'spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required'
    expect(reply.body['message'] ?? message).toContain(message)
  })

  const SERVICES = '/api/v1/namespaces/default/services'
  const HEADLESS = { clusterIP: 'None', ports: [{ port: 80 }], externalIPs: ['1.2.3.4'], sessionAffinity: 'ClientIP' }
  const REACHED = { ports: [{ port: 80 }], externalIPs: ['1.2.3.4'], trafficDistribution: 'PreferClose' }
  const IGNORED = 'is ignored for headless services'

  test.each([
    ['1.33', HEADLESS, undefined],
    ['1.34', HEADLESS, [`spec.externalIPs ${IGNORED}`, `spec.SessionAffinity ${IGNORED}`]],
    ['1.34', REACHED, undefined],
    ['1.35', REACHED, ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"']],
    [
      '1.36',
      REACHED,
      [
        'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
        'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
      ],
    ],
  ])('that %s warns of in Services: %j', async (version, spec, warnings) => {
    const { warning } = await serverOf(version)('POST', SERVICES, { metadata: { name: 'a' }, spec })
    expect(warning).toBe(warnings?.map((text) => `299 - ${JSON.stringify(text)}`).join(', ') ?? null)
  })

  test.each(['1.33', '1.34'])('that overlap in volumes in %s', async (version) => {
    const sources = [{ serviceAccountToken: { path: 't' } }, { configMap: { name: 'c' } }]
    const spec = { containers: [{ name: 'a', image: 'i' }], volumes: [{ name: 'v', projected: { sources } }] }
    const { warning } = await serverOf(version)('POST', '/api/v1/namespaces/default/podtemplates', {
      metadata: { name: 'a' },
      template: { spec },
    })
    expect(warning === null).toBe(version === '1.34')
  })

  test.each([
    ['1.35', 422],
    ['1.36', 406],
  ])('of options and of what is accepted of lists in %s', async (version, code) => {
    const accept = 'application/json;as=Table;v=v2;g=meta.k8s.io'
    const reply = await serverOf(version)('GET', `${MAPS}?resourceVersionMatch=Exact`, undefined, { accept })
    expect(reply.code).toBe(code)
  })

  const REQUESTS = '/api/v1/namespaces/default/serviceaccounts/a/token'
  test.each(['1.33', '1.34'])('of the account of a token in %s', async (version) => {
    const ask = serverOf(version)
    const account = await ask('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'a' } })
    const { uid } = account.body['metadata'] as { readonly uid: string } // of the account just made
    const issued = await ask('POST', REQUESTS, { spec: {} })
    const { uid: told } = issued.body['metadata'] as { readonly uid?: string } // of a request
    expect(told).toBe(version === '1.33' ? undefined : uid)
    const other = await ask('POST', REQUESTS, { metadata: { uid: 'other' }, spec: {} })
    expect(other.code).toBe(version === '1.33' ? 201 : 409)
    const message = `Operation cannot be fulfilled on TokenRequest.authentication.k8s.io "a": the UID in the token request (other) does not match the UID of the service account (${uid})`
    expect(other.body['message'] ?? message).toBe(message)
  })

  test('of an unknown field of ResourceSlices', async () => {
    const { body } = await serverOf('1.34')('GET', '/apis/resource.k8s.io/v1/resourceslices?fieldSelector=spec.x%3Dy')
    expect(body['message']).toBe('field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: spec.x')
  })

  test('of data that a revision no longer has', async () => {
    const ask = serverOf('1.34')
    await ask('POST', apps('controllerrevisions'), { metadata: { name: 'a' }, data: {}, revision: 1 })
    const { body } = await ask('PUT', `${apps('controllerrevisions')}/a`, { metadata: { name: 'a' }, revision: 1 })
    expect(body['message']).toContain('data: Invalid value: null: field is immutable')
  })
})
