import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../../src/cluster/cluster.js'

// The replies are those of real servers of these versions.

type Body = { readonly message?: string; readonly spec?: object; readonly status?: { readonly qosClass?: string } }

/** Creates a pod in a cluster of a version; returns the reply. */
async function create(kubernetesVersion: string, spec: object, featureGates: object = {}): Promise<Body> {
  const cluster = createCluster({
    ...{ kubernetesVersion, seed: 1, controllers: 'none', featureGates },
    disableAdmissionPlugins: ['ServiceAccount'],
  })
  const reply = await cluster.fetch('/api/v1/namespaces/default/pods', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { name: 'p' }, spec: { containers: [container()], ...spec } }),
  })
  return (await reply.json()) as Body
}

const container = (more: object = {}) => ({ name: 'c', image: 'i', ...more })
const main = (more: object) => ({ containers: [container(more)] })
const rule = (action: string, operator: string, values: readonly number[]) => ({
  action,
  exitCodes: { operator, values },
})
const file = (more: object = {}) => ({
  env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'a.env', key: 'A', ...more } } }],
})
const projected = (source: object) => ({ volumes: [{ name: 'v', projected: { sources: [source] } }] })
const size = (cpu: string, memory: string) => ({ cpu, memory })

test.each([
  ['1.34', undefined],
  ['1.35', 'Never'],
])('%s: the restart policy of a container becomes %s', async (version, policy) => {
  const { spec } = await create(version, main({ restartPolicy: 'Never' }))
  const [made] = (spec as { readonly containers: readonly object[] }).containers
  expect({ restartPolicy: undefined, ...made }).toMatchObject({ name: 'c', restartPolicy: policy })
})

describe('refuses in words', () => {
  const at = 'spec.containers[0]'
  test.each<readonly [string, object, string]>([
    [
      '1.33',
      main({ restartPolicy: 'Never' }),
      `${at}.restartPolicy: Forbidden: may not be set for non-init containers`,
    ],
    [
      '1.36',
      {
        initContainers: [
          container({ name: 'i', resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
        ],
      },
      'spec.initContainers[0].resizePolicy[0].restartPolicy: Invalid value: "RestartContainer": must not be set to \'RestartContainer\' for non-sidecar initContainers',
    ],
    [
      '1.34',
      {
        ...main({ volumeDevices: [{ name: 'v', devicePath: '/dev/x' }] }),
        ...{ hostUsers: false, volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
      },
      `${at}.volumeDevices: Forbidden: when \`hostUsers\` is false`,
    ],
    [
      '1.37',
      { hostPID: true, shareProcessNamespace: true },
      'spec.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
    ],
    [
      '1.36',
      { hostPID: true, shareProcessNamespace: true },
      'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
    ],
    [
      '1.37',
      main({
        securityContext: {
          ...{ allowPrivilegeEscalation: false, privileged: true, seLinuxOptions: { level: 'x' } },
          ...{ capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } },
        },
      }),
      `${at}.securityContext: Invalid value: {"Capabilities":{"Add":null,"Drop":["ALL"]},"Privileged":true,"SELinuxOptions":{"User":"","Role":"","Type":"","Level":"x"},"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcMount":null,"SeccompProfile":{"Type":"RuntimeDefault","LocalhostProfile":null},"AppArmorProfile":null}: cannot set \`allowPrivilegeEscalation\` to false and \`privileged\` to true`,
    ],
    [
      '1.37',
      { initContainers: [container({ name: 'x', restartPolicyRules: [{ action: 'Odd' }] })] },
      'spec.initContainers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used',
    ],
    [
      '1.37',
      main({ restartPolicyRules: [rule('Restart', 'In', [42])] }),
      `${at}.restartPolicy: Required value: must specify restartPolicy when restart rules are used`,
    ],
    [
      '1.37',
      main({ restartPolicy: 'Never', restartPolicyRules: [rule('Stop', 'Maybe', [1])] }),
      `[${at}.restartPolicyRules[0].action: Unsupported value: "Stop": supported values: "Restart", "RestartAllContainers", ${at}.restartPolicyRules[0].exitCodes.operator: Unsupported value: "Maybe": supported values: "In", "NotIn"]`,
    ],
    [
      '1.35',
      main({ restartPolicy: 'Never', restartPolicyRules: [rule('RestartAllContainers', 'In', [1])] }),
      `${at}.restartPolicyRules[0].action: Unsupported value: "RestartAllContainers": supported values: "Restart"`,
    ],
    [
      '1.35',
      main({
        restartPolicy: 'Never',
        restartPolicyRules: Array.from({ length: 21 }, () => rule('Restart', 'In', [1])),
      }),
      `${at}.restartPolicyRules: Too long: may not be more than 20 bytes`,
    ],
    [
      '1.37',
      main({ restartPolicy: 'Never', restartPolicyRules: [{ action: 'Restart' }] }),
      `${at}.restartPolicyRules[0].exitCodes: Required value: must be specified`,
    ],
    [
      '1.35',
      {
        initContainers: [
          container({ name: 'x', restartPolicy: 'Always', restartPolicyRules: [rule('Restart', 'In', [1])] }),
        ],
      },
      'spec.initContainers[0].restartPolicyRules: Forbidden: restartPolicyRules are not allowed for init containers with restart policy Always',
    ],
    [
      '1.37',
      { resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } },
      'spec.resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
    ],
    [
      '1.37',
      { resources: { requests: { cpu: '1' } }, ...main({ resources: { limits: { cpu: '2' } } }) },
      'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2',
    ],
    [
      '1.37',
      {
        resources: { requests: { cpu: '1' }, limits: { cpu: '1' } },
        ...main({ resources: { requests: { cpu: '1' }, limits: { cpu: '3' } } }),
      },
      'spec.resources.containers[0][cpu].limits: Invalid value: "3": must be less than or equal to pod limits of 1',
    ],
    [
      '1.34',
      { resources: { claims: [] } },
      'spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level',
    ],
    [
      '1.37',
      { resources: { claims: [{ name: 'x' }] } },
      '[spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level, spec.resources.claims[0]: Not found: "x": must be one of the names in pod.spec.resourceClaims which is empty]',
    ],
    [
      '1.37',
      { resources: { requests: { gpu: '1', 'ephemeral-storage': '1Gi' } } },
      '[spec.resources.requests[ephemeral-storage]: Unsupported value: "ephemeral-storage": supported values: "cpu", "hugepages-", "memory", spec.resources.requests[gpu]: Invalid value: "gpu": must be a standard resource type or fully qualified]',
    ],
    [
      '1.37',
      { os: { name: 'windows' }, resources: { requests: { cpu: '1' } } },
      'spec.resources: Forbidden: may not be set for a windows pod',
    ],
    [
      '1.37',
      { hostnameOverride: 'a', setHostnameAsFQDN: true },
      'spec.hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true',
    ],
    [
      '1.37',
      { hostnameOverride: 'a', hostNetwork: true },
      'spec.hostnameOverride: Forbidden: may not be specified when hostNetwork is true',
    ],
    ['1.37', { hostnameOverride: 'a'.repeat(65) }, 'spec.hostnameOverride: Too long: may not be more than 64 bytes'],
    ['1.37', main(file()), `${at}.env[0].valueFrom.fileKeyRef.volumeName: Not found: "v"`],
    [
      '1.37',
      { ...main(file()), volumes: [{ name: 'v', secret: { secretName: 's' } }] },
      `${at}.env[0].valueFrom.fileKeyRef.volumeName: Invalid value: "v": referenced volume must be of type emptyDir`,
    ],
    [
      '1.37',
      { ...main(file({ path: '../a', key: '' })), volumes: [{ name: 'v', emptyDir: {} }] },
      `[${at}.env[0].valueFrom.fileKeyRef.key: Required value, ${at}.env[0].valueFrom.fileKeyRef.path: Invalid value: "../a": must not contain '..']`,
    ],
    ['1.37', { volumes: [{ name: 'v', image: {} }] }, 'spec.volumes[0].image.reference: Required value'],
    [
      '1.37',
      projected({ clusterTrustBundle: { name: 'a', signerName: 'a.com/b', path: 'p' } }),
      'spec.volumes[0].projected.sources[0].clusterTrustBundle: Invalid value: {"Name":"a","SignerName":"a.com/b","LabelSelector":null,"Optional":null,"Path":"p","User":null}: only one of name and signerName may be used',
    ],
    [
      '1.37',
      projected({ clusterTrustBundle: { path: 'p' } }),
      'spec.volumes[0].projected.sources[0].clusterTrustBundle: Required value: either name or signerName must be specified',
    ],
    [
      '1.37',
      projected({
        podCertificate: { signerName: 'a.com/b', keyType: 'ED25519', keyPath: 'k', maxExpirationSeconds: 60 },
      }),
      'spec.volumes[0].projected.sources[0].podCertificate.maxExpirationSeconds: Invalid value: 60: if provided, maxExpirationSeconds must be >= 3600',
    ],
    [
      '1.37',
      projected({
        podCertificate: { signerName: 'a.com/b', keyType: 'RSA3072', credentialBundlePath: 'c', keyPath: 'c' },
      }),
      'spec.volumes[0].projected: Invalid value: "c": conflicting duplicate paths',
    ],
    ['1.37', { hostUsers: false, hostNetwork: true }, 'spec.hostNetwork: Forbidden: when `hostUsers` is false'],
    [
      '1.37',
      { tolerations: [{ key: 'a', operator: 'Gt', value: '5' }] },
      'spec.tolerations[0].operator: Unsupported value: "Gt": supported values: "Equal", "Exists", "Lt", "Gt"',
    ],
  ])('%s: %j', async (version, spec, message) => {
    expect(await create(version, spec)).toMatchObject({ message: `Pod "p" is invalid: ${message}` })
  })
})

describe('resources of a pod as a whole', () => {
  const whole = { limits: size('2', '2Gi'), requests: size('2', '2Gi') }
  test.each([
    ['1.33', { limits: size('2', '2Gi') }, undefined, 'BestEffort'],
    ['1.34', { limits: size('2', '2Gi') }, whole, 'Guaranteed'],
    ['1.37', { requests: size('1', '1Gi') }, { requests: size('1', '1Gi') }, 'Burstable'],
    ['1.37', {}, {}, 'BestEffort'],
  ])('%s: %j', async (version, resources, kept, qosClass) => {
    const made = await create(version, { resources })
    expect((made.spec as { readonly resources?: object }).resources).toEqual(kept)
    expect(made.status?.qosClass).toBe(qosClass)
  })

  test('requests that it does not have are those of its containers, or its limits', async () => {
    const { spec } = await create('1.37', {
      resources: { limits: { cpu: '3', 'hugepages-2Mi': '4Mi' } },
      ...main({ resources: { requests: { memory: '1Gi', cpu: '1' } } }),
    })
    expect(spec).toHaveProperty('resources', {
      limits: { cpu: '3', 'hugepages-2Mi': '4Mi' },
      requests: { cpu: '1', 'hugepages-2Mi': '4Mi', memory: '1Gi' },
    })
  })

  test('the scheduler counts them', async () => {
    const cluster = createCluster({ kubernetesVersion: '1.37', seed: 1, nodes: 1 })
    const pod = (name: string) => ({
      metadata: { name, namespace: 'default' },
      spec: { resources: { requests: { cpu: '5' } }, containers: [{ name: 'c', image: 'i' }] },
    })
    for (const name of ['a', 'b']) await cluster.create('Pod', pod(name))
    await cluster.clock.advance('5s')
    const { items } = await cluster.list('Pod', { namespace: 'default' })
    expect(items.map(({ status }) => status?.phase)).toEqual(['Running', 'Pending'])
  })
})

test('fields of gates that are off are dropped', async () => {
  const spec = {
    ...projected({ podCertificate: { signerName: 'a.com/b', keyType: 'ED25519', keyPath: 'k' } }),
    hostnameOverride: 'h',
    ...main({ ...file(), restartPolicy: 'Never' }),
    schedulingGroup: { podGroupName: 'a' },
  }
  const gates = { PodCertificateRequest: false, EnvFiles: false, ContainerRestartRules: false }
  const { message } = await create('1.37', spec, gates)
  expect(message).toContain('spec.containers[0].env[0].valueFrom: Invalid value: "": must specify one of')
  const { spec: kept } = await create(
    '1.35',
    { ...spec, ...main({ restartPolicy: 'Never' }) },
    { ContainerRestartRules: false },
  )
  expect(kept).not.toHaveProperty('containers.0.restartPolicy')
  expect(kept).toMatchObject({ hostnameOverride: 'h', volumes: [{ projected: { sources: [{}] } }] })
  expect(kept).not.toHaveProperty('volumes.0.projected.sources.0.podCertificate')
})

test('what one version has found valid is not so in another', async () => {
  const spec = main({ restartPolicy: 'Never' })
  for (let i = 0; i < 5; i++) expect((await create('1.37', spec)).status).toMatchObject({ qosClass: 'BestEffort' })
  expect(await create('1.33', spec)).toMatchObject({
    message: 'Pod "p" is invalid: spec.containers[0].restartPolicy: Forbidden: may not be set for non-init containers',
  })
})
