import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { detailed, violations } from '../../../src/server/admission/pod-security/check-pods.js'
import type { CheckedPod, Level } from '../../../src/server/admission/pod-security/types.js'
import type { KubernetesVersion } from '../../../src/model/registry/kubernetes-version.js'
import { openServer } from '../../kinds/asking.js'

const PREFIX = 'pod-security.kubernetes.io/'
const POD = { spec: { containers: [{ name: 'c', image: 'i' }] } }
const RESTRICTED =
  'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")'

type Recorded = { readonly pod: CheckedPod; readonly said: { readonly [level: string]: string } }

// Random pods, and the result of k8s.io/pod-security-admission v0.33 for each, by level and version.
const recorded = JSON.parse(
  gunzipSync(readFileSync(new URL('pod-security.json.gz', import.meta.url))).toString(),
) as readonly Recorded[]

test('violations are those of the real server, for each level and version', () => {
  expect(recorded).toHaveLength(60)
  for (const { pod, said } of recorded) {
    const got = Object.keys(said).map((key) => {
      const [level, version = ''] = key.split(':')
      const minor = version === 'latest' ? 'latest' : Number(version.slice('v1.'.length))
      return [key, detailed(violations(pod, { level: level as Level, minor }))] // one of the three levels
    })
    expect(Object.fromEntries(got)).toEqual(said)
  }
})

/** Opens a server with a namespace `team` that has the labels. */
async function open(labels: { readonly [label: string]: string } = {}, kubernetesVersion: KubernetesVersion = '1.33') {
  const ask = openServer({ kubernetesVersion })
  const prefixed = (given: object) =>
    Object.fromEntries(Object.entries(given).map(([label, value]) => [`${PREFIX}${label}`, value as unknown]))
  const made = await ask('POST', '/api/v1/namespaces', { metadata: { name: 'team', labels: prefixed(labels) } })
  const pod = (body: object = POD, metadata: object = { name: 'a' }) =>
    ask('POST', '/api/v1/namespaces/team/pods', { ...body, metadata })
  const label = (given: object) => ask('PATCH', '/api/v1/namespaces/team', { metadata: { labels: prefixed(given) } })
  return { ask, made, pod, label }
}

const VIOLATION = `violates PodSecurity "restricted:latest": ${RESTRICTED}`

test('enforce refuses a pod, with its generated name in the message', async () => {
  const { pod } = await open({ enforce: 'restricted' })
  const refused = await pod()
  expect([refused.code, refused.warning, refused.body]).toEqual([
    403,
    null,
    {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      reason: 'Forbidden',
      code: 403,
      message: `pods "a" is forbidden: ${VIOLATION}`,
      details: { name: 'a', kind: 'pods' },
    },
  ])
  const { body } = await pod(POD, { generateName: 'a-' })
  expect(body['message']).toMatch(/^pods "a-[a-z0-9]{5}" is forbidden: violates/)
})

test('enforce-version applies the checks of that version', async () => {
  const { pod } = await open({ enforce: 'restricted', 'enforce-version': 'v1.7' })
  expect((await pod()).body['message']).toBe(
    'pods "a" is forbidden: violates PodSecurity "restricted:v1.7": runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)',
  )
})

const hosts = {
  lifecycle: { preStop: { httpGet: { port: 1, host: 'x' } } },
  livenessProbe: { tcpSocket: { port: 1, host: '127.0.0.1' } },
}
const container = (more: object) => ({ spec: { containers: [{ name: 'c', image: 'i', ...more }] } })
const own = (securityContext: object) => ({ spec: { hostUsers: false, ...container({ securityContext }).spec } })
const sysctl = {
  spec: { ...POD.spec, securityContext: { sysctls: [{ name: 'net.ipv4.tcp_notsent_lowat', value: '1' }] } },
}
const HOSTS = 'probe or lifecycle host (container "c" uses probe or lifecycle hosts "127.0.0.1", "x")'
const MOUNT = 'procMount (container "c" must not set securityContext.procMount to "Unmasked")'
const ROOT = 'runAsUser=0 (container "c" must not set runAsUser=0)'

test.each([
  ['1.33', 'baseline:latest', container(hosts), undefined],
  ['1.34', 'baseline:latest', container(hosts), HOSTS],
  ['1.34', 'baseline:v1.33', container(hosts), undefined],
  // A version that the server does not know yet has the checks that it knows.
  ['1.33', 'baseline:v1.34', container(hosts), undefined],
  ['1.34', 'baseline:latest', own({ procMount: 'Unmasked' }), MOUNT],
  ['1.35', 'baseline:latest', own({ procMount: 'Unmasked' }), undefined],
  ['1.35', 'restricted:latest', own({ procMount: 'Unmasked' }), MOUNT],
  ['1.34', 'restricted:latest', own({ runAsUser: 0 }), ROOT],
  ['1.35', 'restricted:latest', own({ runAsUser: 0 }), undefined],
  ['1.35', 'restricted:v1.34', own({ runAsUser: 0 }), ROOT],
  ['1.36', 'baseline:latest', sysctl, 'forbidden sysctls (net.ipv4.tcp_notsent_lowat)'],
  ['1.37', 'baseline:latest', sysctl, undefined],
] as const)('%s, %s: %j violates %s', async (version, asked, body, violation) => {
  const [warn = '', minor = ''] = asked.split(':')
  const { pod } = await open({ warn, 'warn-version': minor }, version)
  const { code, warning } = await pod(body)
  const told = warning?.replaceAll('\\"', '"') ?? ''
  const [found] = /(probe or lifecycle host|procMount|runAsUser=0|forbidden sysctls) \([^)]*\)/.exec(told) ?? []
  expect([code, found]).toEqual([201, violation])
})

test('warn admits the pod with a warning', async () => {
  const { pod } = await open({ warn: 'baseline', audit: 'restricted' })
  const { code, warning } = await pod({ spec: { ...POD.spec, hostNetwork: true } })
  expect([code, warning]).toEqual([
    201,
    `299 - "would violate PodSecurity \\"baseline:latest\\": host namespaces (hostNetwork=true)"`,
  ])
})

const template = { metadata: { labels: { a: 'b' } }, ...POD }
const selector = { matchLabels: { a: 'b' } }

test.each([
  ['/api/v1/namespaces/team/podtemplates', { template }],
  ['/api/v1/namespaces/team/replicationcontrollers', { spec: { selector: { a: 'b' }, template } }],
  ['/apis/apps/v1/namespaces/team/replicasets', { spec: { selector, template } }],
  ['/apis/apps/v1/namespaces/team/deployments', { spec: { selector, template } }],
  ['/apis/apps/v1/namespaces/team/statefulsets', { spec: { selector, serviceName: 's', template } }],
  ['/apis/apps/v1/namespaces/team/daemonsets', { spec: { selector, template } }],
  ['/apis/batch/v1/namespaces/team/jobs', { spec: { template: { spec: { ...POD.spec, restartPolicy: 'Never' } } } }],
  [
    '/apis/batch/v1/namespaces/team/cronjobs',
    {
      spec: {
        schedule: '* * * * *',
        jobTemplate: { spec: { template: { spec: { ...POD.spec, restartPolicy: 'Never' } } } },
      },
    },
  ],
])('enforce warns about a violating pod template: %s', async (path, body) => {
  const { ask } = await open({ enforce: 'restricted' })
  const { code, warning } = await ask('POST', path, { metadata: { name: 'a' }, ...body })
  expect([code, warning]).toEqual([
    201,
    `299 - "would violate PodSecurity \\"restricted:latest\\": ${RESTRICTED.replaceAll('"', '\\"')}"`,
  ])
})

test('invalid labels of a namespace are refused', async () => {
  const { made } = await open({ enforce: 'strict', 'warn-version': '1.2' })
  expect([made.code, made.body['message']]).toEqual([
    422,
    'Namespace "team" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted, metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "1.2": must be "latest" or "v1.x"]',
  ])
})

test('a stricter level warns about existing pods of the namespace', async () => {
  const { pod, label } = await open()
  const host = { spec: { ...POD.spec, hostNetwork: true } }
  for (const [name, body] of [
    ['web-2', POD],
    ['web-1', POD],
    ['host', host],
  ] as const)
    expect((await pod(body, { name })).code).toBe(201)
  const quoted = (texts: readonly string[]) => texts.map((text) => `299 - "${text.replaceAll('"', '\\"')}"`).join(', ')
  const first = 'allowPrivilegeEscalation != false, unrestricted capabilities, runAsNonRoot != true, seccompProfile'
  expect((await label({ enforce: 'restricted' })).warning).toBe(
    quoted([
      'existing pods in namespace "team" violate the new PodSecurity enforce level "restricted:latest"',
      `host: host namespaces, ${first}`,
      `web-1 (and 1 other pod): ${first}`,
    ]),
  )
  expect((await label({ enforce: 'baseline' })).warning).toBeNull()
  expect((await label({ enforce: 'baseline', 'enforce-version': 'v1.20' })).warning).toBe(
    quoted([
      'existing pods in namespace "team" violate the new PodSecurity enforce level "baseline:v1.20"',
      'host: host namespaces',
    ]),
  )
  expect((await label({ enforce: 'strict' })).code).toBe(422)
})

test('an existing pod may be updated except for its containers and images', async () => {
  const { ask, pod, label } = await open()
  await pod()
  await label({ enforce: 'restricted' })
  const patch = (body: object, subresource = '') => ask('PATCH', `/api/v1/namespaces/team/pods/a${subresource}`, body)
  expect((await patch({ metadata: { labels: { a: 'b' } } })).code).toBe(200)
  expect((await patch({ status: { phase: 'Running' } }, '/status')).code).toBe(200)
  const debug = { spec: { ephemeralContainers: [{ name: 'd', image: 'i' }] } }
  expect((await patch(debug, '/ephemeralcontainers')).body['message']).toMatch(/containers "c", "d" must set/)
  expect((await patch({ spec: { containers: [{ name: 'c', image: 'j' }] } })).body['message']).toBe(
    `pods "a" is forbidden: ${VIOLATION}`,
  )
})
