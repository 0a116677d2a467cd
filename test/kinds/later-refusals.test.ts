import { describe, expect, test } from 'vitest'
import type { KubernetesVersion } from '../../src/model/registry/kubernetes-version.js'
import { openServer, wordsOf } from './asking.js'
import { SUBDOMAIN } from './texts.js'

const PODS = '/api/v1/namespaces/default/pods'

/** The message of the refusal of a new object named `a` by a server of a version. */
async function refusalOf(kubernetesVersion: KubernetesVersion, path: string, body: object): Promise<unknown> {
  const answer = await openServer({ kubernetesVersion })('POST', path, { metadata: { name: 'a' }, ...body })
  return answer.code < 300 ? answer.code : answer.body['message']
}

test('decoding errors name embedded structs since v1.35', async () => {
  const probed = (readinessProbe: object) => ({ spec: { containers: [{ name: 'c', image: 'i', readinessProbe }] } })
  const misfit = (field: string) =>
    `Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal number 1.5 into Go struct field ${field}`
  const port = probed({ tcpSocket: { port: 1.5 } })
  expect([await refusalOf('1.34', PODS, port), await refusalOf('1.35', PODS, port)]).toEqual([
    misfit('TCPSocketAction.spec.containers.readinessProbe.tcpSocket.port of type int32'),
    misfit('TCPSocketAction.spec.containers.readinessProbe.ProbeHandler.tcpSocket.port of type int32'),
  ])
  expect(await refusalOf('1.35', PODS, probed({ periodSeconds: 1.5 }))).toBe(
    misfit('Probe.spec.containers.readinessProbe.periodSeconds of type int32'),
  )
})

test('a Service is told of as its version does before its addresses are allocated', async () => {
  const services = '/api/v1/namespaces/default/services'
  const mapped = { spec: { clusterIPs: ['::ffff:1.2.3.4'] } }
  const empty = 'must be empty when `clusterIP` is not specified'
  expect([await refusalOf('1.33', services, mapped), await refusalOf('1.37', services, mapped)]).toEqual([
    `Service "a" is invalid: spec.clusterIPs: Invalid value: []string{"::ffff:1.2.3.4"}: ${empty}`,
    `Service "a" is invalid: [spec.clusterIPs: Invalid value: ["::ffff:1.2.3.4"]: ${empty}, spec.clusterIPs[0]: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address]`,
  ])
  const three = { spec: { clusterIP: '127.0.0.1', clusterIPs: ['127.0.0.1', 'fd00::1', '::1'] } }
  expect(await refusalOf('1.37', services, three)).toContain(
    'spec.clusterIPs: Invalid value: ["127.0.0.1","fd00::1","::1"]: may only hold up to 2 values',
  )
  expect(await refusalOf('1.37', services, three)).not.toContain('no more than one IP for each')
})

test.each([
  ['1.33', '[]string{"Nope"}'],
  ['1.34', '["Nope"]'],
] as const)('v%s shows the values of dryRun as %s', async (version, shown) => {
  const told = (kind: string) =>
    `${kind}Options.meta.k8s.io "" is invalid: dryRun: Unsupported value: ${shown}: supported values: "All"`
  expect(await refusalOf(version, `${PODS}?dryRun=Nope`, {})).toBe(told('Create'))
  const ask = openServer({ kubernetesVersion: version })
  const deleted = await ask('DELETE', '/api/v1/namespaces/default', { dryRun: ['Nope'] })
  expect(deleted.body['message']).toBe(told('Delete'))
})

test('the metadata of a template for claims has labels and annotations alone', async () => {
  const templates = '/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates'
  const metadata = { uid: 'x', creationTimestamp: '2020-01-01T00:00:00Z', labels: { a: 'b' } }
  const spec = { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c' } }] } }
  expect(await refusalOf('1.37', templates, { spec: { metadata, spec } })).toBe(
    'ResourceClaimTemplate.resource.k8s.io "a" is invalid: [spec.metadata.uID: Forbidden: cannot be set, spec.metadata.creationTimestamp: Forbidden: cannot be set]',
  )
  expect(await refusalOf('1.37', templates, { spec: { metadata: { labels: { a: 'b' } }, spec } })).toBe(201)
})

test('the status of a ResourceClaim is not available as a table', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  const claims = '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims'
  await ask('POST', claims, { metadata: { name: 'a' }, spec: {} })
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'
  const kindAt = async (path: string) => (await ask('GET', path, undefined, { accept })).body['kind']
  expect([await kindAt(`${claims}/a`), await kindAt(`${claims}/a/status`)]).toEqual(['Table', 'ResourceClaim'])
})

describe('a class of volume attributes', () => {
  const volume = (more: object) => ({
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      csi: { driver: 'd', volumeHandle: 'h' },
      ...more,
    },
  })
  const told = (version: KubernetesVersion, more: object) =>
    refusalOf(version, '/api/v1/persistentvolumes', volume(more))

  test('has a valid name, and a volume of a CSI driver', async () => {
    expect(await told('1.34', { volumeAttributesClassName: 'gold' })).toBe(201)
    expect(await told('1.34', { volumeAttributesClassName: '' })).toBe(
      'PersistentVolume "a" is invalid: spec.volumeAttributesClassName: Required value: an empty string is disallowed',
    )
    const other = { csi: undefined, hostPath: { path: '/x' }, volumeAttributesClassName: 'A' }
    expect(await told('1.34', other)).toBe(
      `PersistentVolume "a" is invalid: [spec.volumeAttributesClassName: Invalid value: "A": ${SUBDOMAIN}, spec.csi: Required value: has to be specified when using volumeAttributesClassName]`,
    )
    // The field is dropped without its feature gate.
    expect(await told('1.33', other)).toBe(201)
  })

  test('may be removed from a claim since v1.34, unless it was applied', async () => {
    const claims = '/api/v1/namespaces/default/persistentvolumeclaims'
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
    const removal = async (kubernetesVersion: KubernetesVersion, status: object = {}) => {
      const ask = openServer({ kubernetesVersion, featureGates: { VolumeAttributesClass: true } })
      await ask('POST', claims, { metadata: { name: 'a' }, spec: { ...spec, volumeAttributesClassName: 'gold' } })
      await ask('PATCH', `${claims}/a/status`, { status: { phase: 'Bound', ...status } })
      return wordsOf(await ask('PATCH', `${claims}/a`, { spec: { volumeAttributesClassName: null } }))
    }
    const field = 'spec.volumeAttributesClassName: Forbidden: update'
    expect(await removal('1.33')).toContain(`${field} from non-nil value to nil is forbidden`)
    expect(await removal('1.34')).toBe(200)
    expect(await removal('1.34', { currentVolumeAttributesClassName: 'gold' })).toBe(
      `${field} to nil is forbidden when status.currentVolumeAttributesClassName is not nil`,
    )
  })
})

describe('the template of a suspended Job', () => {
  const jobs = '/apis/batch/v1/namespaces/default/jobs'
  const container = (image: string, cpu: string) => ({ name: 'c', image, resources: { requests: { cpu } } })
  const template = (image: string, cpu: string, more: object = {}) => ({
    template: { spec: { restartPolicy: 'Never', containers: [container(image, cpu)], ...more } },
  })

  async function change(kubernetesVersion: KubernetesVersion, spec: object, status?: object) {
    const ask = openServer({ kubernetesVersion })
    await ask('POST', jobs, { metadata: { name: 'a' }, spec: { suspend: true, ...template('i', '1') } })
    if (status) await ask('PATCH', `${jobs}/a/status`, { status })
    return String(wordsOf(await ask('PATCH', `${jobs}/a`, { spec })))
  }
  const began = { startTime: '2024-01-01T00:00:00Z' }
  const paused = { ...began, conditions: [{ type: 'Suspended', status: 'True' }] }
  const zoned = template('i', '1', { nodeSelector: { zone: 'a' } })

  test('may have other resources since v1.36, and nothing else', async () => {
    expect(await change('1.35', template('i', '2'))).toMatch(/^spec\.template: .*field is immutable$/)
    expect(await change('1.36', template('i', '2'))).toBe('200')
    expect(await change('1.36', template('j', '2'))).toMatch(
      /^spec\.template\.spec: Invalid value: \{"Volumes":null,.*field is immutable$/,
    )
    expect(await change('1.36', template('i', '2'), began)).toMatch(/^spec\.template: .*field is immutable$/)
    expect(await change('1.36', template('i', '2'), paused)).toBe('200')
    expect(await change('1.36', template('i', '2'), { ...paused, active: 1 })).toMatch(/field is immutable$/)
  })

  test('may be directed elsewhere since v1.36 if the Job had begun', async () => {
    expect(await change('1.35', zoned, paused)).toMatch(/^spec\.template: .*field is immutable$/)
    expect(await change('1.36', zoned, paused)).toBe('200')
    expect(await change('1.36', zoned, began)).toMatch(/^spec\.template: .*field is immutable$/)
  })
})

test('since v1.37 the tags of a claim are heeded where one of two fields is too many', async () => {
  const claims = '/apis/resource.k8s.io/v1/namespaces/default/resourceclaims'
  const alternative = { name: 's', deviceClassName: 'a/b' }
  const request = { name: 'r', exactly: { deviceClassName: 'c' }, firstAvailable: [alternative] }
  const both = { spec: { devices: { requests: [request] } } }
  const tooMany =
    'spec.devices.requests[0]: Invalid value: null: exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set'
  const field = 'spec.devices.requests[0].firstAvailable[0].deviceClassName'
  expect([await refusalOf('1.36', claims, both), await refusalOf('1.37', claims, both)]).toEqual([
    `ResourceClaim.resource.k8s.io "a" is invalid: ${tooMany}`,
    `ResourceClaim.resource.k8s.io "a" is invalid: [${tooMany}, ${field}: Invalid value: "a/b": ${SUBDOMAIN}]`,
  ])
  const constraint = { matchAttribute: 'a.b/c', distinctAttribute: 'a.b/8' }
  const constrained = {
    spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c' } }], constraints: [constraint] } },
  }
  expect(await refusalOf('1.36', claims, constrained)).toBe(201)
  expect(await refusalOf('1.37', claims, constrained)).toContain(
    'is invalid: spec.devices.constraints[0].distinctAttribute: Invalid value: "8": a valid C identifier must start',
  )
})

test('since v1.37 the tags of a field that may not change stop those of what is in it', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  const bindings = '/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings'
  const metadata = { name: 'a' }
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' }
  const fieldsOf = async (body: object) => {
    const { details } = (await ask('PUT', `${bindings}/a`, { metadata, ...body })).body as {
      details?: { causes: readonly { field: string }[] }
    }
    return details?.causes.map(({ field }) => field)
  }
  const unnamed = { kind: 'User', apiGroup: 'x' }
  expect((await ask('POST', bindings, { metadata, roleRef })).code).toBe(201)
  expect(await fieldsOf({ roleRef: { ...roleRef, name: '' }, subjects: [unnamed] })).toEqual([
    'roleRef.name',
    'subjects[0].apiGroup',
    'roleRef',
    'subjects[0].name',
  ])
})

describe('since v1.34 a rejected value is shown as JSON:', () => {
  const told = async (path: string, body: object) => String(await refusalOf('1.34', path, body))
  const workload = { template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } } }

  test('a selector, whose members have the names of the API', async () => {
    const path = '/apis/apps/v1/namespaces/default/daemonsets'
    expect(await told(path, { spec: { selector: {}, ...workload } })).toContain(
      'spec.selector: Invalid value: {}: empty selector is invalid for daemonset',
    )
    const ask = openServer({ kubernetesVersion: '1.34' })
    const deployments = '/apis/apps/v1/namespaces/default/deployments'
    await ask('POST', deployments, {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: { a: 'b' } }, ...workload },
    })
    const matchExpressions = [{ values: ['b'], operator: 'In', key: 'a' }]
    expect(wordsOf(await ask('PATCH', `${deployments}/a`, { spec: { selector: { matchExpressions } } }))).toBe(
      'spec.selector: Invalid value: {"matchLabels":{"a":"b"},"matchExpressions":[{"key":"a","operator":"In","values":["b"]}]}: field is immutable',
    )
  })

  test('owners', async () => {
    const owner = { apiVersion: 'v1', kind: 'Event', name: 'x', uid: 'y' }
    expect(await told(PODS, { metadata: { name: 'a', ownerReferences: [owner] } })).toContain(
      'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"x","uid":"y"}: ',
    )
    const owners = ['x', 'z'].map((uid) => ({ ...owner, kind: 'Pod', uid, controller: true }))
    expect(await told(PODS, { metadata: { name: 'a', ownerReferences: owners } })).toContain(
      'Invalid value: [{"apiVersion":"v1","kind":"Pod","name":"x","uid":"x","controller":true},{"apiVersion":"v1","kind":"Pod","name":"x","uid":"z","controller":true}]: ',
    )
  })

  test('amounts, lists of named texts and structs, whose members have the names of Go', async () => {
    const volume = {
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/x' },
      capacity: { storage: '1Gi', cpu: '100m' },
    }
    expect(await told('/api/v1/persistentvolumes', { spec: volume })).toContain(
      'spec.capacity: Unsupported value: {"cpu":"100m","storage":"1Gi"}: ',
    )
    const quota = { spec: { hard: { services: '1' }, scopes: ['Terminating'] } }
    expect(await told('/api/v1/namespaces/default/resourcequotas', quota)).toContain('Invalid value: ["Terminating"]: ')
    const budget = { spec: { minAvailable: 1, maxUnavailable: '5%', selector: { matchLabels: { a: 'b' } } } }
    expect(await told('/apis/policy/v1/namespaces/default/poddisruptionbudgets', budget)).toContain(
      'spec: Invalid value: {"MinAvailable":1,"Selector":{"matchLabels":{"a":"b"}},"MaxUnavailable":"5%","UnhealthyPodEvictionPolicy":null}: ',
    )
    const range = { spec: { cidrs: ['10.1.0.0/24', '10.2.0.0/24', '10.3.0.0/24'] } }
    expect(await told('/apis/networking.k8s.io/v1/servicecidrs', range)).toContain(
      'Invalid value: {"CIDRs":["10.1.0.0/24","10.2.0.0/24","10.3.0.0/24"]}: may only hold up to 2 values',
    )
  })

  test('what is behind a pointer', async () => {
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const strategy = { type: 'Never', rollingUpdate: { partition: 0 } }
    const set = { selector: { matchLabels: { a: 'b' } }, template, serviceName: 's', updateStrategy: strategy }
    expect(await told('/apis/apps/v1/namespaces/default/statefulsets', { spec: set })).toContain(
      'spec.updateStrategy: Invalid value: {"Type":"Never","RollingUpdate":{"Partition":0,"MaxUnavailable":null}}: ',
    )
    const ports = [1, 2].map(() => ({ protocol: 'TCP', port: 80 }))
    expect(await told('/api/v1/namespaces/default/services', { spec: { ports } })).toContain(
      'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
    )
    const taint = { key: 'a', effect: 'NoSchedule' }
    expect(await told('/api/v1/nodes', { spec: { taints: [taint, taint] } })).toContain(
      'Duplicate value: {"Key":"a","Value":"","Effect":"NoSchedule","TimeAdded":null}: ',
    )
  })

  test('texts of named types, but not those of type string', async () => {
    const shown = (value: string) => `Unsupported value: ${value}: `
    expect(await told('/apis/storage.k8s.io/v1/csidrivers', { spec: { fsGroupPolicy: '<' } })).toContain(
      shown('"\\u003c"'),
    )
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: '<', name: 'r' }
    expect(await told('/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings', { roleRef })).toContain(
      shown('"<"'),
    )
  })

  test('a role that is not bound any longer, and the data of a revision', async () => {
    const ask = openServer({ kubernetesVersion: '1.34' })
    const bindings = '/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings'
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' }
    await ask('POST', bindings, { metadata: { name: 'a' }, roleRef })
    expect(wordsOf(await ask('PATCH', `${bindings}/a`, { roleRef: { ...roleRef, name: 's' } }))).toBe(
      'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"Role","Name":"s"}: cannot change roleRef',
    )
    const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions'
    await ask('POST', revisions, { metadata: { name: 'a' }, revision: 1, data: { a: 1 } })
    expect(wordsOf(await ask('PATCH', `${revisions}/a`, { data: { b: ['x'] } }))).toContain(
      'data: Invalid value: {"a":1,"b":["x"]}: field is immutable',
    )
  })
})

test('the times of a Job are told of by the words of each version', async () => {
  const jobs = '/apis/batch/v1/namespaces/default/jobs'
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
  const told = async (kubernetesVersion: KubernetesVersion, status: object) => {
    const ask = openServer({ kubernetesVersion })
    await ask('POST', jobs, { metadata: { name: 'a' }, spec: { template } })
    await ask('PATCH', `${jobs}/a/status`, { status: { startTime: '2024-01-02T00:00:00Z' } })
    return String(wordsOf(await ask('PATCH', `${jobs}/a/status`, { status })))
  }
  const removed = { startTime: null }
  expect(await told('1.35', removed)).toBe(
    'status.startTime: Required value: startTime cannot be removed for unsuspended job',
  )
  expect(await told('1.36', removed)).toBe(
    'status.startTime: Invalid value: null: field is immutable for unsuspended job once set',
  )
  const early = { completionTime: '2024-01-01T00:00:00Z' }
  expect(await told('1.33', early)).toContain('00:00:00 +0000 UTC: completionTime cannot be set before startTime')
  expect(await told('1.34', early)).toContain('"2024-01-01T00:00:00Z": must be equal to or after `startTime`')
})

test('rules of restarts are dropped in v1.34, where their gate is off, before anything is told of them', async () => {
  const container = { name: 'c', image: 'i', restartPolicyRules: [{}] }
  const made = (kubernetesVersion: KubernetesVersion) =>
    openServer({ kubernetesVersion })('POST', PODS, { metadata: { name: 'a' }, spec: { containers: [container] } })
  expect(wordsOf(await made('1.34'))).toBe(201)
  expect(wordsOf(await made('1.35'))).toContain('must specify restartPolicy when restart rules are used')
})

test('what is told of drivers, limits and counters by later versions', async () => {
  const pod = { spec: { containers: [{ name: 'c', image: 'i' }], volumes: [{ name: 'v', csi: { driver: '' } }] } }
  expect(await refusalOf('1.34', PODS, pod)).toContain(`spec.volumes[0].csi.driver: Invalid value: "": ${SUBDOMAIN}`)
  expect(await refusalOf('1.35', PODS, pod)).toBe('Pod "a" is invalid: spec.volumes[0].csi.driver: Required value')
  const levels = '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations'
  const exempt = { spec: { type: 'Exempt', limited: {} } }
  const untyped = 'spec.limited.limitResponse.type: Required value'
  expect(await refusalOf('1.36', levels, exempt)).not.toContain(untyped)
  expect(await refusalOf('1.37', levels, exempt)).toContain(untyped)
  const slice = {
    driver: 'd.example.com',
    nodeName: 'n',
    pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
    devices: [],
    sharedCounters: [{ name: 'c', counters: { m: { value: 1 } } }],
  }
  expect(await refusalOf('1.37', '/apis/resource.k8s.io/v1/resourceslices', { spec: slice })).toContain(
    'spec: Invalid value: "": only one of `sharedCounters` or `devices` is allowed',
  )
})

test.each([
  ['1.36', 262_144],
  ['1.37', 1024],
] as const)('v%s tells that the error of an attachment may have %i bytes', async (kubernetesVersion, bytes) => {
  const ask = openServer({ kubernetesVersion })
  const path = '/apis/storage.k8s.io/v1/volumeattachments'
  const spec = { attacher: 'a.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } }
  await ask('POST', path, { metadata: { name: 'a' }, spec })
  const status = { attachError: { message: 'x'.repeat(1025) } }
  expect(wordsOf(await ask('PATCH', `${path}/a/status`, { status }))).toBe(
    `status.attachError.message: Too long: may not be more than ${bytes} bytes`,
  )
})

test('a path of two dots contains them and starts with them', async () => {
  const item = { path: '..', fieldRef: { fieldPath: 'metadata.name' } }
  const volumes = [{ name: 'v', downwardAPI: { items: [item] } }]
  const pod = { spec: { containers: [{ name: 'c', image: 'i' }], volumes } }
  const field = 'spec.volumes[0].downwardAPI.path'
  expect(await refusalOf('1.37', PODS, pod)).toBe(
    `Pod "a" is invalid: [${field}: Invalid value: "..": must not contain '..', ${field}: Invalid value: "..": must not start with '..']`,
  )
})

test('a toleration that is added to a pod is told of twice', async () => {
  const ask = openServer({ kubernetesVersion: '1.35' })
  await ask('POST', PODS, { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
  const tolerations = [{ key: 'k', operator: 'Nope' }]
  const type = { 'content-type': 'application/strategic-merge-patch+json' }
  const { body } = await ask('PATCH', `${PODS}/a`, { spec: { tolerations } }, type)
  const cause = {
    reason: 'FieldValueNotSupported',
    message: 'Unsupported value: "Nope": supported values: "Equal", "Exists"',
    field: 'spec.tolerations[0].operator',
  }
  expect(body).toHaveProperty('details.causes', [cause, cause])
})
