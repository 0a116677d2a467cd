import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'

type Json = { readonly [member: string]: unknown }

const PODS = '/api/v1/namespaces/default/pods'

function open() {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  return async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }
    const reply = await cluster.fetch(path, { method, ...(body ? { body: JSON.stringify(body), headers } : {}) })
    return { code: reply.status, warning: reply.headers.get('warning') ?? '', body: (await reply.json()) as Json }
  }
}

const create = (spec: object, metadata: object = {}) =>
  open()('POST', PODS, {
    metadata: { name: 'a', ...metadata },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  })

/** The validation errors of a new pod, as `field: message`. */
async function faults(spec: object, metadata?: object): Promise<readonly string[]> {
  const { code, body } = await create(spec, metadata)
  const { causes = [] } = (body['details'] ?? {}) as {
    readonly causes?: readonly { readonly field: string; readonly message: string }[]
  }
  return code === 201
    ? []
    : causes.length > 0
      ? causes.map(({ field, message }) => `${field}: ${message}`)
      : [body['message'] as string]
}

const container = (more: object) => ({ containers: [{ name: 'c', image: 'i', ...more }] })
const claim = { name: 'p', persistentVolumeClaim: { claimName: 'x' } }

describe('a pod is refused with the errors in order', () => {
  test.each([
    [
      { ...container({ volumeMounts: [{ name: 'v' }] }), volumes: [{ name: 'v', secret: {} }] },
      [
        'spec.volumes[0].secret.secretName: Required value',
        'spec.containers[0].volumeMounts[0].name: Not found: "v"',
        'spec.containers[0].volumeMounts[0].mountPath: Required value',
      ],
    ],
    [
      {
        volumes: [
          { name: 'v', emptyDir: {} },
          { name: 'v', nfs: { server: 's', path: 'p' } },
        ],
      },
      [
        'spec.volumes[1].nfs.path: Invalid value: "p": must be an absolute path',
        'spec.volumes[1].name: Duplicate value: "v"',
      ],
    ],
    [
      container({ readinessProbe: { httpGet: { port: 'Bad_' }, timeoutSeconds: -1 } }),
      [
        'spec.containers[0].readinessProbe.httpGet.port: Invalid value: "Bad_": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
        'spec.containers[0].readinessProbe.timeoutSeconds: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
    [
      { ...container({ volumeDevices: [{ name: 'p', devicePath: '/../a' }, { name: 'p' }] }), volumes: [claim] },
      [
        'spec.containers[0].volumeDevices[0].devicePath: Invalid value: "/../a": can not contain backsteps (\'..\')',
        'spec.containers[0].volumeDevices[1].name: Invalid value: "p": must be unique',
        'spec.containers[0].volumeDevices[1].devicePath: Required value',
      ],
    ],
    [
      container({
        env: [
          { name: 'a', valueFrom: { fieldRef: { fieldPath: 'metadata.foo' } } },
          { name: 'b', valueFrom: { fieldRef: { fieldPath: 'status.phase' } } },
        ],
      }),
      [
        'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Invalid value: "metadata.foo": error converting fieldPath: field label not supported: metadata.foo',
        'spec.containers[0].env[1].valueFrom.fieldRef.fieldPath: Unsupported value: "status.phase": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"',
      ],
    ],
    [
      container({ env: [{ name: 'a', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1Mi' } } }] }),
      [
        'spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor\'s values 1m and 1 are supported with the cpu resource',
      ],
    ],
    [
      {
        ...container({
          resizePolicy: [
            { resourceName: 'cpu', restartPolicy: 'RestartContainer' },
            { resourceName: 'cpu', restartPolicy: 'NotRequired' },
          ],
        }),
        restartPolicy: 'Never',
      },
      [
        "spec.containers[0].resizePolicy: Invalid value: \"RestartContainer\": must be 'NotRequired' when `restartPolicy` is 'Never'",
        'spec.containers[0].resizePolicy[1]: Duplicate value: cpu',
      ],
    ],
    [
      { ...container({ lifecycle: { preStop: { sleep: { seconds: 60 } } } }) },
      [
        'spec.containers[0].lifecycle.preStop.sleep: Invalid value: 60: must be non-negative and less than terminationGracePeriodSeconds (30)',
      ],
    ],
    [
      {
        volumes: [
          {
            name: 'v',
            projected: {
              sources: [
                { serviceAccountToken: { path: 't', expirationSeconds: 5 } },
                { secret: { name: 's' }, configMap: { name: 'c' } },
              ],
            },
          },
        ],
      },
      [
        'spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes',
        'spec.volumes[0].projected.sources[1]: Forbidden: may not specify more than 1 volume type per source',
        'spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set',
      ],
    ],
    [
      {
        securityContext: {
          seccompProfile: { type: 'Localhost' },
          sysctls: [{ name: 'A b', value: '1' }],
          supplementalGroups: [1, -1],
        },
        hostUsers: false,
        hostPID: true,
      },
      [
        'spec.securityContext.supplementalGroups[1]: Invalid value: -1: must be between 0 and 2147483647, inclusive',
        'spec.securityContext.sysctls[0].name: Invalid value: "A b": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$',
        'spec.securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost',
        'spec.HostPID: Forbidden: when `pod.Spec.HostUsers` is false',
      ],
    ],
    [
      {
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'ScheduleAnyway', minDomains: 1, matchLabelKeys: ['a'] },
        ],
      },
      [
        'spec.topologySpreadConstraints[0].minDomains: Invalid value: 1: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway',
        'spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set',
      ],
    ],
    [
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                { matchExpressions: [{ key: 'a', operator: 'Gt' }], matchFields: [{ key: 'b', operator: 'Exists' }] },
              ],
            },
          },
        },
      },
      [
        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'",
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].operator: Invalid value: "Exists": not a valid selector operator',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].key: Invalid value: "b": not a valid field selector key',
      ],
    ],
    [
      { dnsPolicy: 'None', dnsConfig: { searches: ['a'] } },
      ['spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None'],
    ],
    [
      { os: { name: 'windows' }, hostIPC: true, securityContext: { fsGroup: 1 } },
      [
        'spec.hostIPC: Forbidden: cannot be set for a windows pod',
        'spec.securityContext.fsGroup: Forbidden: cannot be set for a windows pod',
      ],
    ],
    [
      {
        os: { name: 'windows' },
        hostPID: false,
        hostUsers: false,
        containers: [{ name: 'c', image: 'i', securityContext: { privileged: false } }],
      },
      [
        'spec.hostUsers: Forbidden: cannot be set for a windows pod',
        'spec.containers[0].securityContext.privileged: Forbidden: cannot be set for a windows pod',
      ],
    ],
    [
      { volumes: [{ name: 'v', downwardAPI: { items: [{ path: '/l', fieldRef: { fieldPath: 'spec.nodeName' } }] } }] },
      [
        'spec.volumes[0].downwardAPI.path: Invalid value: "/l": must be a relative path',
        'spec.volumes[0].downwardAPI.fieldRef.fieldPath: Unsupported value: "spec.nodeName": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"',
      ],
    ],
    [
      { volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'] } } } }] },
      ['spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value'],
    ],
    [{ priorityClassName: 'nope' }, ['pods "a" is forbidden: no PriorityClass with name nope was found']],
  ])('for the spec %j', async (spec, expected) => {
    expect(await faults(spec)).toEqual(expected)
  })

  test.each([
    [
      { 'controller.kubernetes.io/pod-deletion-cost': '+1' },
      'metadata.annotations[controller.kubernetes.io/pod-deletion-cost]: Invalid value: "+1": must be a 32bit integer',
    ],
    [
      { 'kubernetes.io/config.mirror': 'x' },
      'metadata.annotations[kubernetes.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set',
    ],
    [
      { 'container.apparmor.security.beta.kubernetes.io/z': 'unconfined' },
      'metadata.annotations[container.apparmor.security.beta.kubernetes.io/z]: Invalid value: "z": container not found',
    ],
  ])('for the annotations %j', async (annotations, expected) => {
    expect(await faults({}, { annotations })).toEqual([expected])
  })
})

describe('the warnings about a pod', () => {
  test.each([
    [{ imagePullSecrets: [{}] }, '299 - "spec.imagePullSecrets[0].name: invalid empty name \\"\\""'],
    [
      { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } },
      '299 - "spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use \\"kubernetes.io/os\\" instead"',
    ],
    [
      container({
        env: [
          { name: 'a', value: 'x' },
          { name: 'a', value: 'y' },
        ],
      }),
      '299 - "spec.containers[0].env[1]: hides previous definition of \\"a\\", which may be dropped when using apply"',
    ],
    [
      container({
        env: [
          { name: 'a', value: 'x' },
          { name: 'a', value: '$(a)y' },
        ],
      }),
      '',
    ],
    [
      container({ ports: [{ containerPort: 80 }, { containerPort: 80 }] }),
      '299 - "spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]"',
    ],
    [
      container({ ports: [{ containerPort: 80, hostIP: '1.1.1.1' }] }),
      '299 - "spec.containers[0].ports[0]: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:80 Protocol:TCP HostIP:1.1.1.1}"',
    ],
    [
      container({ resources: { limits: { memory: '1.5' } } }),
      '299 - "spec.containers[0].resources.limits[memory]: fractional byte value \\"1500m\\" is invalid, must be an integer", 299 - "spec.containers[0].resources.requests[memory]: fractional byte value \\"1500m\\" is invalid, must be an integer"',
    ],
    [
      { volumes: [{ name: 'v', gitRepo: { repository: 'x' } }] },
      '299 - "spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+"',
    ],
    [
      {
        volumes: [
          {
            name: 'v',
            configMap: {
              name: 'x',
              items: [
                { key: 'a', path: 'p' },
                { key: 'b', path: 'p/q' },
              ],
            },
          },
        ],
      },
      '299 - "volume \\"v\\" (ConfigMap \\"x\\"): overlapping paths: \\"p/q\\" with \\"p\\""',
    ],
    [
      { volumes: [{ name: 'v', projected: { sources: [{}] } }] },
      '299 - "volume \\"v\\" (Projected) has no sources provided"',
    ],
    [
      { hostAliases: [{ ip: '01.2.3.4' }] },
      '299 - "spec.hostAliases[0].ip: non-standard IP address \\"01.2.3.4\\" will be considered invalid in a future Kubernetes release: use \\"1.2.3.4\\""',
    ],
    [
      { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'z' }] } } },
      '299 - "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: a null labelSelector results in matching no pod"',
    ],
    [{ terminationGracePeriodSeconds: -1 }, ''],
  ])('with the spec %j', async (spec, expected) => {
    expect((await create(spec)).warning).toBe(expected)
  })

  test('with a dot in its name', async () => {
    expect((await create({}, { name: 'a.b' })).warning).toBe(
      '299 - "metadata.name: this is used in the Pod\'s hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]"',
    )
  })

  test('in a template are repeated only when the spec of the Deployment changes', async () => {
    const template = {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'i' }], imagePullSecrets: [{ name: 'x' }, { name: 'x' }] },
    }
    const ask = open()
    const path = '/apis/apps/v1/namespaces/default/deployments'
    const made = await ask('POST', path, {
      metadata: { name: 'a' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    })
    const labelled = await ask('PATCH', `${path}/a`, { metadata: { labels: { c: 'd' } } })
    const scaled = await ask('PATCH', `${path}/a`, { spec: { replicas: 2 } })
    const advice = '299 - "spec.template.spec.imagePullSecrets[1].name: duplicate name \\"x\\""'
    expect([made.warning, labelled.warning, scaled.warning]).toEqual([advice, '', advice])
  })
})

test('drops fields behind feature gates that are off', async () => {
  const { body } = await create({
    ...container({
      lifecycle: { stopSignal: 'SIGTERM' },
      resources: { claims: [{ name: 'x' }] },
      volumeMounts: [{ name: 'v', mountPath: '/v' }],
    }),
    volumes: [{ name: 'v', image: { reference: 'x' } }],
    resourceClaims: [{ name: 'x' }],
  })
  const { containers, resourceClaims, volumes } = body['spec'] as {
    readonly containers: readonly Json[]
    readonly resourceClaims?: unknown
    readonly volumes?: unknown
  }
  const { lifecycle, resources, volumeMounts } = containers[0]!
  expect([lifecycle, resources, volumeMounts, volumes, resourceClaims]).toEqual([
    undefined,
    {},
    undefined,
    undefined,
    undefined,
  ])
})

test('copies an AppArmor profile to an annotation', async () => {
  const { body } = await create(
    container({ securityContext: { appArmorProfile: { type: 'Localhost', localhostProfile: 'p' } } }),
  )
  expect((body['metadata'] as Json)['annotations']).toEqual({
    'container.apparmor.security.beta.kubernetes.io/c': 'localhost/p',
  })
})

test.each([
  ['i', 'Always'],
  ['i:latest', 'Always'],
  ['i:1', 'IfNotPresent'],
  ['r.io:5000/i', 'Always'],
  [`i@sha256:${'0'.repeat(64)}`, 'IfNotPresent'],
  ['Not-an-image', 'IfNotPresent'],
  ['0'.repeat(64), 'IfNotPresent'],
])('the imagePullPolicy of %s defaults to %s', async (image, policy) => {
  const { body } = await create({ containers: [{ name: 'c', image }] })
  expect((body['spec'] as { readonly containers: readonly Json[] }).containers[0]!['imagePullPolicy']).toBe(policy)
})

test('a Table of pods has the columns of the real server', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const reply = await cluster.fetch(PODS, { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } })
  const { columnDefinitions } = (await reply.json()) as {
    readonly columnDefinitions: readonly { readonly name: string }[]
  }
  expect(columnDefinitions.map(({ name }) => name)).toEqual([
    'Name',
    'Ready',
    'Status',
    'Restarts',
    'Age',
    'IP',
    'Node',
    'Nominated Node',
    'Readiness Gates',
  ])
})

test('field selectors know spec.host as the name of the node, and status.podIPs without values', async () => {
  const send = open()
  const spec = { containers: [{ name: 'c', image: 'i' }] }
  await send('POST', PODS, { metadata: { name: 'a' }, spec: { ...spec, nodeName: 'n' } })
  await send('POST', PODS, { metadata: { name: 'b' }, spec })
  const found = async (selector: string) => {
    const { items } = (await send('GET', `${PODS}?fieldSelector=${encodeURIComponent(selector)}`)).body
    return (items as readonly { readonly metadata: { readonly name: string } }[]).map(({ metadata }) => metadata.name)
  }
  expect(await found('spec.host=n')).toEqual(['a'])
  expect(await found('status.podIPs=')).toEqual(['a', 'b'])
  expect(await found('status.podIPs=10.1.2.3')).toEqual([])
})
