import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'

type Json = { readonly [member: string]: unknown }

function open() {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  return async (method: string, path: string, body?: object, type = 'application/merge-patch+json') => {
    const headers = { 'content-type': method === 'PATCH' ? type : 'application/json' }
    const reply = await cluster.fetch(path, { method, ...(body ? { body: JSON.stringify(body), headers } : {}) })
    return { code: reply.status, warning: reply.headers.get('warning'), body: (await reply.json()) as Json }
  }
}

const CORE = '/api/v1/namespaces/default'
const LABEL_TEXT =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"

/** The validation errors of a new object, without the words before them; `created` if there are none. */
async function refusal(path: string, body: object): Promise<unknown> {
  const reply = await open()('POST', path, body)
  return reply.code === 201 ? 'created' : (reply.body['message'] as string).replace(/^[\w.]+ "a" is invalid: /, '')
}

describe('a container', () => {
  const container = (more: object, spec: object = {}) =>
    refusal(`${CORE}/pods`, {
      metadata: { name: 'a' },
      spec: { containers: [{ name: 'c', image: 'i', ...more }], ...spec },
    })

  test.each([
    [{ name: 'A_' }, `name: Invalid value: "A_": ${LABEL_TEXT}`],
    [{ image: ' i' }, 'image: Invalid value: " i": must not have leading or trailing whitespace'],
    [
      { imagePullPolicy: 'X' },
      'imagePullPolicy: Unsupported value: "X": supported values: "Always", "IfNotPresent", "Never"',
    ],
    [{ ports: [{}] }, 'ports[0].containerPort: Required value'],
    [
      { ports: [{ containerPort: 70000 }] },
      'ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
    ],
    [
      { ports: [{ containerPort: 80, name: 'x'.repeat(16) }] },
      `ports[0].name: Invalid value: "${'x'.repeat(16)}": must be no more than 15 characters`,
    ],
    [
      {
        ports: [
          { containerPort: 80, name: 'a' },
          { containerPort: 81, name: 'a' },
        ],
      },
      'ports[1].name: Duplicate value: "a"',
    ],
    [
      {
        ports: [
          { containerPort: 80, hostPort: 80 },
          { containerPort: 81, hostPort: 80 },
        ],
      },
      'ports[1].hostPort: Duplicate value: "TCP//80"',
    ],
    [
      { env: [{ name: '1=a' }] },
      'env[0].name: Invalid value: "1=a": a valid environment variable name must consist only of printable ASCII characters other than \'=\'',
    ],
    [
      { env: [{ name: 'a', valueFrom: {} }] },
      'env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
    ],
    [
      { env: [{ name: 'a', valueFrom: { secretKeyRef: { name: 'x' } } }] },
      'env[0].valueFrom.secretKeyRef.key: Required value',
    ],
    [{ envFrom: [{}] }, 'envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`'],
    [
      { resources: { limits: { cpu: '1' }, requests: { cpu: '2' } } },
      'resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
    ],
    [
      { resources: { requests: { 'example.com/gpu': '1' } } },
      'resources.limits: Required value: Limit must be set for non overcommitable resources',
    ],
    [{ volumeMounts: [{ name: 'v', mountPath: '/x' }] }, 'volumeMounts[0].name: Not found: "v"'],
    [{ livenessProbe: {} }, 'livenessProbe: Required value: must specify a handler type'],
    [
      { livenessProbe: { httpGet: { port: 80 }, tcpSocket: { port: 80 } } },
      'livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type',
    ],
    [
      { livenessProbe: { httpGet: { port: 0 } } },
      'livenessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive',
    ],
    [{ livenessProbe: { exec: {} } }, 'livenessProbe.exec.command: Required value'],
    [
      { livenessProbe: { tcpSocket: { port: 1 }, successThreshold: 2 } },
      'livenessProbe.successThreshold: Invalid value: 2: must be 1',
    ],
    [{ lifecycle: { preStop: {} } }, 'lifecycle.preStop: Required value: must specify a handler type'],
    [{ restartPolicy: 'Always' }, 'restartPolicy: Forbidden: may not be set for non-init containers'],
    [
      { securityContext: { runAsUser: -1 } },
      'securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive',
    ],
  ])('is refused with %j', async (more, message) => {
    expect(await container(more)).toBe(`spec.containers[0].${message}`)
  })

  test('is refused with a duplicate mountPath', async () => {
    const mount = { name: 'v', mountPath: '/x' }
    expect(await container({ volumeMounts: [mount, mount] }, { volumes: [{ name: 'v', emptyDir: {} }] })).toBe(
      'spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/x": must be unique',
    )
  })
})

describe('a pod', () => {
  const pod = (spec: object) =>
    refusal(`${CORE}/pods`, { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } })

  test.each([
    [
      { dnsPolicy: 'X' },
      'spec.dnsPolicy: Unsupported value: "X": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
    ],
    [{ initContainers: [{ name: 'c', image: 'i' }] }, 'spec.initContainers[0].name: Duplicate value: "c"'],
    [
      { initContainers: [{ name: 'i', image: 'i', livenessProbe: { tcpSocket: { port: 1 } } }] },
      'spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
    ],
    [
      {
        initContainers: [{ name: 'i', image: 'i', restartPolicy: 'Always', livenessProbe: { tcpSocket: { port: 1 } } }],
      },
      'created',
    ],
    [
      { ephemeralContainers: [{ name: 'e', image: 'i' }] },
      'spec.ephemeralContainers: Forbidden: cannot be set on create',
    ],
    [
      { activeDeadlineSeconds: 0 },
      'spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive',
    ],
    [{ subdomain: 'a.b' }, 'spec.subdomain: Invalid value: "a.b": must not contain dots'],
    [
      { tolerations: [{ key: 'a', operator: 'X' }] },
      'spec.tolerations[0].operator: Unsupported value: "X": supported values: "Equal", "Exists"',
    ],
    [
      { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } } },
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: must have at least one node selector term',
    ],
    [
      { priority: 5 },
      'pods "a" is forbidden: the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
    ],
    [
      { schedulingGates: [{ name: 'a.b/c' }], nodeName: 'n' },
      'spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared',
    ],
    [
      { volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/x' } }] },
      'spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type',
    ],
    [
      { volumes: [{ name: 'v', hostPath: { path: '/a/../b' } }] },
      `spec.volumes[0].hostPath.path: Invalid value: "/a/../b": must not contain '..'`,
    ],
    [{ volumes: [{ name: 'v', secret: {} }] }, 'spec.volumes[0].secret.secretName: Required value'],
    [
      { volumes: [{ name: 'v', configMap: { name: 'x', defaultMode: 9999 } }] },
      'spec.volumes[0].configMap.defaultMode: Invalid value: 9999: must be a number between 0 and 0777 (octal), both inclusive',
    ],
    [
      { volumes: [{ name: 'v', persistentVolumeClaim: {} }] },
      'spec.volumes[0].persistentVolumeClaim.claimName: Required value',
    ],
    [
      {
        volumes: [
          { name: 'v', emptyDir: {} },
          { name: 'v', emptyDir: {} },
        ],
      },
      'spec.volumes[1].name: Duplicate value: "v"',
    ],
  ])('is validated with %j', async (spec, message) => {
    expect(await pod(spec)).toBe(message)
  })
})

describe('an update of a pod', () => {
  const PATH = `${CORE}/pods/a`
  const made = async () => {
    const ask = open()
    await ask('POST', `${CORE}/pods`, {
      metadata: { name: 'a' },
      spec: { activeDeadlineSeconds: 100, containers: [{ name: 'c', image: 'i' }] },
    })
    return ask
  }

  test.each([
    [
      '',
      { containers: [{ name: 'd', image: 'i' }] },
      'spec.containers: Forbidden: pod updates may not add or remove containers',
    ],
    [
      '',
      { activeDeadlineSeconds: 200 },
      'spec.activeDeadlineSeconds: Invalid value: 200: must be less than or equal to previous value',
    ],
    [
      '',
      { tolerations: [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists' }] },
      'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
    ],
    [
      '',
      { schedulingGates: [{ name: 'g' }] },
      "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'g'",
    ],
    [
      '/resize',
      { containers: [{ name: 'c', resources: { limits: { cpu: '1' } } }] },
      'spec: Invalid value: "BestEffort": Pod QOS Class may not change as a result of resizing',
    ],
    [
      '/resize',
      { containers: [{ name: 'd', image: 'i', resources: { limits: { cpu: '1' } } }] },
      '[spec: Invalid value: "": Pod QOS Class may not change as a result of resizing, spec.containers: Forbidden: containers may not be added or removed on resize]',
      { status: null },
    ],
  ])('is refused: %s %j', async (subresource, spec, message, and: object = {}) => {
    const ask = await made()
    const type = 'tolerations' in spec ? 'application/merge-patch+json' : 'application/strategic-merge-patch+json'
    expect((await ask('PATCH', PATH + subresource, { spec, ...and }, type)).body['message']).toBe(
      `Pod "a" is invalid: ${message}`,
    )
  })

  test('can add an ephemeral container, but not remove it', async () => {
    const ask = await made()
    const add = (container: object) =>
      ask('PATCH', `${PATH}/ephemeralcontainers`, { spec: { ephemeralContainers: [container], dnsPolicy: 'None' } })
    const { body } = await add({ name: 'debug', image: 'busybox' })
    expect([body['spec'], body['metadata']]).toMatchObject([
      {
        dnsPolicy: 'ClusterFirst',
        ephemeralContainers: [{ name: 'debug', image: 'busybox', imagePullPolicy: 'Always' }],
      },
      { generation: 2, managedFields: [{}, { subresource: 'ephemeralcontainers' }] },
    ])
    expect((await add({ name: 'other', image: 'busybox' })).body['message']).toBe(
      'Pod "a" is invalid: spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be removed\n',
    )
  })
})

describe('a Deployment', () => {
  const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const deployment = (spec: object) =>
    refusal('/apis/apps/v1/namespaces/default/deployments', {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: { app: 'a' } }, template, ...spec },
    })

  test.each([
    [
      { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } },
      "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
    ],
    [
      { strategy: { rollingUpdate: { maxUnavailable: -1 } } },
      'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      { minReadySeconds: 700 },
      'spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds',
    ],
    [{ revisionHistoryLimit: -1 }, 'spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0'],
    [
      { template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } },
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    ],
    [
      { template: { ...template, spec: { ...template.spec, activeDeadlineSeconds: 5 } } },
      'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported',
    ],
  ])('is refused with %j', async (spec, message) => {
    expect(await deployment(spec)).toBe(message)
  })
})

test('refuses negative replicas of a Scale in the name of its kind', async () => {
  const ask = open()
  const spec = {
    selector: { matchLabels: { app: 'a' } },
    template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  }
  await ask('POST', '/apis/apps/v1/namespaces/default/deployments', { metadata: { name: 'a' }, spec })
  expect(
    (await ask('PATCH', '/apis/apps/v1/namespaces/default/deployments/a/scale', { spec: { replicas: -1 } })).body[
      'message'
    ],
  ).toBe('Scale.autoscaling "a" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0')
})

describe('a Secret', () => {
  const base64 = (text: string) => btoa(text)
  const secret = (type: string, data: object = {}) =>
    refusal(`${CORE}/secrets`, { metadata: { name: 'a' }, type, data })

  test.each([
    ['kubernetes.io/tls', { 'tls.crt': 'eA==' }, 'data[tls.key]: Required value'],
    ['kubernetes.io/dockercfg', {}, 'data[.dockercfg]: Required value'],
    [
      'kubernetes.io/dockerconfigjson',
      { '.dockerconfigjson': base64('{auths') },
      `data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": invalid character 'a' looking for beginning of object key string`,
    ],
    ['kubernetes.io/dockerconfigjson', { '.dockerconfigjson': base64('{"auths":{}}') }, 'created'],
    ['kubernetes.io/basic-auth', {}, '[data[username]: Required value, data[password]: Required value]'],
    ['kubernetes.io/basic-auth', { username: '' }, 'created'],
    ['kubernetes.io/ssh-auth', { 'ssh-privatekey': '' }, 'data[ssh-privatekey]: Required value'],
    [
      'kubernetes.io/service-account-token',
      {},
      'metadata.annotations[kubernetes.io/service-account.name]: Required value',
    ],
    ['own/type', {}, 'created'],
    ['Opaque', { a: base64('x'.repeat(1024 * 1024 + 1)) }, 'data: Too long: may not be more than 1048576 bytes'],
  ])('is validated by its type %s, case %#', async (type, data, message) => {
    expect(await secret(type, data)).toBe(message)
  })

  test('of type tls without a valid pair is created with a warning', async () => {
    const { code, warning } = await open()('POST', `${CORE}/secrets`, {
      metadata: { name: 'a' },
      type: 'kubernetes.io/tls',
      data: { 'tls.crt': 'eA==', 'tls.key': 'eA==' },
    })
    expect([code, warning]).toEqual([201, '299 - "tls: failed to find any PEM data in certificate input"'])
  })
})

describe('storage', () => {
  const SPEC = {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    csi: { driver: 'd.example.io', volumeHandle: 'h' },
  }
  const volume = (more: object) =>
    refusal('/api/v1/persistentvolumes', { metadata: { name: 'a' }, spec: { ...SPEC, ...more } })

  test.each([
    [
      { accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] },
      'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
    ],
    [{ capacity: { storage: '0' } }, 'spec.capacity[storage]: Invalid value: "0": must be greater than zero'],
    [{ csi: { driver: 'd' } }, 'spec.csi.volumeHandle: Required value'],
    [
      { persistentVolumeReclaimPolicy: 'X' },
      'spec.persistentVolumeReclaimPolicy: Unsupported value: "X": supported values: "Delete", "Recycle", "Retain"',
    ],
    [
      { csi: undefined, local: { path: '/d' } },
      'spec.nodeAffinity: Required value: Local volume requires node affinity',
    ],
    [{ nodeAffinity: {} }, 'spec.nodeAffinity.required: Required value: must specify required node constraints'],
  ])('refuses a PersistentVolume with %j', async (more, message) => {
    expect(await volume(more)).toBe(message)
  })

  test.each([
    [
      { csi: { driver: 'e.example.io' } },
      'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation',
    ],
    [{ csi: { controllerExpandSecretRef: { name: 'a', namespace: 'b' } } }, undefined],
    [{ volumeMode: 'Block' }, 'volumeMode: Invalid value: "Block": field is immutable'],
    [{ persistentVolumeReclaimPolicy: 'Delete', capacity: { storage: '2Gi' } }, undefined],
  ])('validates an update of a PersistentVolume: %j', async (spec, message) => {
    const ask = open()
    await ask('POST', '/api/v1/persistentvolumes', { metadata: { name: 'a' }, spec: SPEC })
    const { body } = await ask('PATCH', '/api/v1/persistentvolumes/a', { spec })
    // The diff follows on other lines: test/kinds/struct/difference.test.ts.
    const [told] = String(body['message'] ?? '').split('\n')
    expect(told).toBe(message ? `PersistentVolume "a" is invalid: ${message}` : '')
  })

  test.each([
    [
      { provisioner: 'p', reclaimPolicy: 'Recycle' },
      'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
    ],
    [
      { provisioner: 'p', volumeBindingMode: 'X' },
      'volumeBindingMode: Unsupported value: "X": supported values: "Immediate", "WaitForFirstConsumer"',
    ],
    [{ provisioner: 'p', parameters: { '': 'x' } }, 'parameters: Invalid value: "": field can not be empty.'],
  ])('refuses a StorageClass with %j', async (more, message) => {
    expect(await refusal('/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: 'a' }, ...more })).toBe(message)
  })

  test('answers the DELETE of a StorageClass with the object', async () => {
    const ask = open()
    await ask('POST', '/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: 'a' }, provisioner: 'p' })
    expect((await ask('DELETE', '/apis/storage.k8s.io/v1/storageclasses/a')).body['kind']).toBe('StorageClass')
  })
})

describe('a Service', () => {
  const PORTS = [{ port: 80 }]
  const service = (spec: object) =>
    refusal(`${CORE}/services`, { metadata: { name: 'a' }, spec: { ports: PORTS, ...spec } })

  test.each([
    [{ ports: [{ port: 80 }, { port: 81, name: 'a' }] }, 'spec.ports[0].name: Required value'],
    [
      {
        ports: [
          { port: 80, name: 'a' },
          { port: 81, name: 'a' },
        ],
      },
      'spec.ports[1].name: Duplicate value: "a"',
    ],
    [
      { ports: [{ port: 80, targetPort: 'Bad_' }] },
      'spec.ports[0].targetPort: Invalid value: "Bad_": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    ],
    [
      { ports: [{ port: 80, nodePort: 30100 }] },
      "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
    ],
    [
      { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] },
      'spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767',
    ],
    [
      { type: 'NodePort', clusterIP: 'None' },
      'spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for NodePort services',
    ],
    [
      { clusterIP: 'x' },
      'spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
    [
      { clusterIP: '1.2.3.4' },
      'spec.clusterIPs: Invalid value: []string{"1.2.3.4"}: failed to allocate IP 1.2.3.4: the provided network does not match the current range',
    ],
    [
      { clusterIP: '10.0.0.1' },
      'spec.clusterIPs: Invalid value: []string{"10.0.0.1"}: failed to allocate IP 10.0.0.1: provided IP is already allocated',
    ],
    [{ sessionAffinity: 'X' }, 'spec.sessionAffinity: Unsupported value: "X": supported values: "ClientIP", "None"'],
    [
      { externalTrafficPolicy: 'Local' },
      'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services',
    ],
    [
      { externalIPs: ['127.0.0.1'] },
      'spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
    ],
    [
      { ipFamilyPolicy: 'RequireDualStack' },
      'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
    ],
    [{ ipFamilies: ['IPv6'] }, 'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'],
    [{ loadBalancerClass: 'a/b' }, "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'"],
    [
      { type: 'LoadBalancer', loadBalancerSourceRanges: ['x'] },
      'spec.LoadBalancerSourceRanges[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ],
    [
      { type: 'ExternalName', externalName: 'a.b', clusterIP: 'None' },
      'spec.clusterIPs: Forbidden: may not be set for ExternalName services',
    ],
    [{ type: 'ExternalName', externalName: 'a.b.' }, 'created'],
    [{ trafficDistribution: 'X' }, 'spec.trafficDistribution: Unsupported value: "X": supported values: "PreferClose"'],
  ])('is validated with %j', async (spec, message) => {
    expect(await service(spec)).toBe(message)
  })

  test('cannot have the clusterIP or nodePort of another', async () => {
    const ask = open()
    const make = (name: string, spec: object) =>
      ask('POST', `${CORE}/services`, {
        metadata: { name },
        spec: { ports: [{ port: 80, ...spec }], type: 'NodePort', clusterIP: '10.0.0.9' },
      })
    await make('a', { nodePort: 31000 })
    expect((await make('b', {})).body['message']).toBe(
      'Service "b" is invalid: spec.clusterIPs: Invalid value: []string{"10.0.0.9"}: failed to allocate IP 10.0.0.9: provided IP is already allocated',
    )
    const other = await ask('POST', `${CORE}/services`, {
      metadata: { name: 'c' },
      spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 31000 }] },
    })
    expect(other.body['message']).toBe(
      'Service "c" is invalid: spec.ports[0].nodePort: Invalid value: 31000: provided port is already allocated',
    )
    await ask('DELETE', `${CORE}/services/a`)
    expect((await make('b', { nodePort: 31000 })).code).toBe(201)
  })

  test('gets and loses fields when its type changes', async () => {
    const ask = open()
    const patch = async (spec: object) => (await ask('PATCH', `${CORE}/services/a`, { spec })).body['spec'] as Json
    await ask('POST', `${CORE}/services`, { metadata: { name: 'a' }, spec: { ports: PORTS } })
    const balanced = await patch({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' })
    expect(balanced).toMatchObject({
      ports: [{ nodePort: 30000 }],
      healthCheckNodePort: 30001,
      allocateLoadBalancerNodePorts: true,
    })
    const inner = {
      ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }],
      clusterIP: '10.0.0.2',
      clusterIPs: ['10.0.0.2'],
      internalTrafficPolicy: 'Cluster',
    }
    const common = { type: 'ClusterIP', sessionAffinity: 'None', ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' }
    expect(await patch({ type: 'ClusterIP' })).toEqual({ ...inner, ...common })
    const named = await patch({ type: 'ExternalName', externalName: 'a.b' })
    expect([named['clusterIP'], named['clusterIPs'], named['ipFamilies']]).toEqual([undefined, undefined, undefined])
  })

  test.each([
    [
      'ClusterIP',
      'Service "a" is invalid: status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is \'LoadBalancer\'',
    ],
    ['LoadBalancer', undefined],
  ])('of type %s is validated with a load balancer status', async (type, message) => {
    const ask = open()
    await ask('POST', `${CORE}/services`, { metadata: { name: 'a' }, spec: { type, ports: PORTS } })
    const { body } = await ask('PATCH', `${CORE}/services/a/status`, {
      status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
    })
    expect(message ? body['message'] : body['status']).toEqual(
      message ?? { loadBalancer: { ingress: [{ ip: '1.2.3.4', ipMode: 'VIP' }] } },
    )
  })

  test('without a clusterIP and a selector defaults to both IP families', async () => {
    const { body } = await open()('POST', `${CORE}/services`, { metadata: { name: 'a' }, spec: { clusterIP: 'None' } })
    expect(body['spec']).toMatchObject({
      clusterIPs: ['None'],
      ipFamilies: ['IPv4', 'IPv6'],
      ipFamilyPolicy: 'RequireDualStack',
    })
  })
})

describe('further validation of a real server', () => {
  const services = `${CORE}/services`
  const NO_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
  const port = { spec: { ports: [{ port: 80 }] } }

  test.each([
    [services, { spec: { ...port.spec, externalIPs: [''] } }, `spec.externalIPs[0]: Invalid value: "": ${NO_ADDRESS}`],
    [
      services,
      { spec: { ...port.spec, trafficDistribution: '' } },
      'spec.trafficDistribution: Unsupported value: "": supported values: "PreferClose"',
    ],
    [
      services,
      { spec: { ports: [{ port: 80, appProtocol: '' }] } },
      expect.stringContaining('spec.ports[0].appProtocol: Invalid value: "": name part must be non-empty'),
    ],
    [
      `${CORE}/pods`,
      { spec: { containers: [{ name: 'c', image: 'i' }], dnsConfig: { nameservers: [''] } } },
      `spec.dnsConfig.nameservers[0]: Invalid value: "": ${NO_ADDRESS}`,
    ],
    [
      `${CORE}/pods`,
      { spec: { containers: [{ name: 'c', image: 'i' }], dnsConfig: { searches: ['n'.repeat(254)] } } },
      `spec.dnsConfig.searches[0]: Invalid value: "${'n'.repeat(254)}": must be no more than 253 characters`,
    ],
    [
      `${CORE}/pods`,
      { spec: { containers: [{ name: 'c', image: 'i', livenessProbe: { tcpSocket: { port: '' } } }] } },
      expect.stringContaining('must contain at least one letter (a-z)'),
    ],
    [
      `${CORE}/pods`,
      {
        spec: {
          containers: [{ name: 'c', image: 'i' }],
          volumes: [{ name: 'v', emptyDir: {}, downwardAPI: {}, cephfs: { monitors: ['m'] } }],
        },
      },
      '[spec.volumes[0].cephFS: Forbidden: may not specify more than 1 volume type, spec.volumes[0].downwarAPI: Forbidden: may not specify more than 1 volume type]',
    ],
    [
      `${CORE}/pods`,
      {
        spec: {
          containers: [{ name: 'c', image: 'i' }],
          securityContext: { seccompProfile: { type: 'RuntimeDefault', localhostProfile: 'p' } },
        },
      },
      expect.stringContaining('core.SeccompProfile{Type:"RuntimeDefault", LocalhostProfile:(*string)(0x'),
    ],
    [
      `${CORE}/pods`,
      { spec: { containers: [{ name: 'c', image: 'i' }], volumes: [{ name: 'v', projected: { sources: null } }] } },
      'created',
    ],
  ])('of POST to %s with %j', async (path, object, words) => {
    expect(await refusal(path, { metadata: { name: 'a' }, ...object })).toEqual(words)
  })

  test.each([
    [
      { azureDisk: { diskName: 'd', diskURI: 'u' } },
      expect.stringMatching(/^spec\.azureDisk\.diskURI: Unsupported value: "u": supported values: "https:/),
    ],
    [
      { azureDisk: { diskName: 'd', diskURI: 'u', kind: 'Managed' } },
      expect.stringMatching(/^spec\.azureDisk\.diskURI: Unsupported value: "u": supported values: "\/subscriptions/),
    ],
    [
      { quobyte: { registry: 'r', volume: 'v' } },
      'spec.quobyte.registry: Invalid value: "r": must be a host:port pair or multiple pairs separated by commas',
    ],
    [{ quobyte: { registry: 'r:1,s:2', volume: 'v' } }, 'created'],
    [
      { iscsi: { targetPortal: 'p', iqn: 'iqn.2001-04.com.example:d', lun: 0, secretRef: {} } },
      'spec.iscsi.secretRef.name: Required value',
    ],
  ])('of a PersistentVolume with %j', async (source, words) => {
    const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...source }
    const said = await refusal('/api/v1/persistentvolumes', { metadata: { name: 'a' }, spec })
    expect(said).toEqual(words)
  })

  test('of the requirements of a selector in an access review', async () => {
    const ask = (fieldSelector: object) =>
      refusal('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        spec: { resourceAttributes: { verb: 'get', resource: 'pods', fieldSelector } },
      })
    expect(await ask({ requirements: [{ operator: 'In' }] })).toContain(
      "requirements[0].key: Required value: must be specified, spec.resourceAttributes.fieldSelector.requirements[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    )
    expect(await ask({ requirements: [{ key: 'a', operator: 'Newer' }] })).toBe('created')
  })
})

test('serviceAccountName takes precedence over serviceAccount', async () => {
  const spec = { containers: [{ name: 'c', image: 'i' }], serviceAccountName: 'new', serviceAccount: 'old' }
  const { body } = await open()('POST', `${CORE}/pods`, { metadata: { name: 'a' }, spec })
  expect(body['spec']).toMatchObject({ serviceAccountName: 'new', serviceAccount: 'new' })
})

test('stores the unused rollingUpdate of an OnDelete strategy with zero values', async () => {
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const updateStrategy = { type: 'OnDelete', rollingUpdate: { maxSurge: 1 } }
  const { body } = await open()('POST', '/apis/apps/v1/namespaces/default/daemonsets', {
    metadata: { name: 'a' },
    spec: { selector: { matchLabels: { a: 'b' } }, template, updateStrategy },
  })
  expect(body['spec']).toMatchObject({ updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } })
})
