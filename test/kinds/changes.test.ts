import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'

type Json = { readonly [member: string]: unknown }

const CORE = '/api/v1/namespaces/default'
const POD = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
const SERVICE = { spec: { ports: [{ port: 80 }] } }
const CLASS = { provisioner: 'a/b' }
const DEPLOYMENT = {
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
}
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const CLASSES = '/apis/storage.k8s.io/v1/storageclasses'

function open() {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  return async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }
    const reply = await cluster.fetch(path, { method, ...(body ? { body: JSON.stringify(body), headers } : {}) })
    return { code: reply.status, body: (await reply.json()) as Json }
  }
}

async function change(plural: string, object: object, patch: object, subresource = '') {
  const ask = open()
  await ask('POST', plural, { metadata: { name: 'a' }, ...object })
  return ask('PATCH', `${plural}/a${subresource}`, patch)
}

const running = { name: 'c', image: 'i', imageID: '', ready: true, restartCount: 0, state: { running: {} } }
const QUALIFIED =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"

test.each([
  [
    `${CORE}/services`,
    SERVICE,
    { spec: { clusterIPs: ['10.0.0.9'] } },
    '',
    'spec.clusterIPs: Invalid value: []string{"10.0.0.9"}: first value must match `clusterIP`',
  ],
  [
    `${CORE}/services`,
    { spec: { ...SERVICE.spec, type: 'LoadBalancer', loadBalancerClass: 'a/b' } },
    { spec: { loadBalancerClass: 'c/d' } },
    '',
    'spec.loadBalancerClass: Invalid value: "c/d": may not change once set',
  ],
  [
    `${CORE}/services`,
    SERVICE,
    { spec: { ipFamilies: ['IPv4', 'IPv6'] } },
    '',
    "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
  ],
  [
    `${CORE}/pods`,
    POD,
    { status: { conditions: [{ type: 'A b', status: 'True' }] } },
    '/status',
    `status.conditions[0].Type: Invalid value: "A b": ${QUALIFIED}`,
  ],
  [
    `${CORE}/pods`,
    POD,
    { status: { podIP: '1.2.3.4', podIPs: [{ ip: '1.2.3.4' }, { ip: '1.2.3.5' }] } },
    '/status',
    'status.podIPs: Invalid value: []core.PodIP{core.PodIP{IP:"1.2.3.4"}, core.PodIP{IP:"1.2.3.5"}}: may specify no more than one IP for each IP family',
  ],
  [
    `${CORE}/pods`,
    POD,
    { status: { hostIP: '1.1.1.1', hostIPs: [{ ip: '2.2.2.2' }] } },
    '/status',
    'status.hostIPs[0].ip: Invalid value: "2.2.2.2": must be equal to `hostIP`',
  ],
  [
    CLASSES,
    CLASS,
    { allowedTopologies: [{ matchLabelExpressions: [{ key: 'a' }] }] },
    '',
    'allowedTopologies[0].matchLabelExpressions[0].values: Required value',
  ],
  [
    DEPLOYMENTS,
    DEPLOYMENT,
    { spec: { selector: { matchLabels: { a: 'b', c: 'd' } }, template: { metadata: { labels: { a: 'b', c: 'd' } } } } },
    '',
    'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"a":"b", "c":"d"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
  ],
])('rejects a change of %s %j to %j', async (plural, object, patch, subresource, message) => {
  const { code, body } = await change(plural, object, patch, subresource)
  expect([code, (body['message'] as string).replace(/^[\w.]+ "a" is invalid: /, '')]).toEqual([422, message])
})

test('a terminated container with restartPolicy Never cannot run again', async () => {
  const ask = open()
  await ask('POST', `${CORE}/pods`, { metadata: { name: 'a' }, ...POD })
  await ask('PATCH', `${CORE}/pods/a/status`, {
    status: { containerStatuses: [{ ...running, state: { terminated: { exitCode: 0 } } }] },
  })
  const { body } = await ask('PATCH', `${CORE}/pods/a/status`, { status: { containerStatuses: [running] } })
  expect(body['message']).toBe(
    'Pod "a" is invalid: status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state',
  )
})

test('a pod whose tolerations are removed gets the default tolerations again', async () => {
  const { code, body } = await change(`${CORE}/pods`, POD, { spec: { tolerations: null } })
  const { tolerations } = body['spec'] as { readonly tolerations: readonly Json[] }
  expect([code, tolerations.map(({ key }) => key)]).toEqual([
    200,
    ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'],
  ])
})

test.each([
  [`${CORE}/services`, SERVICE, 201],
  [`${CORE}/limitranges`, { spec: { limits: [{ type: 'Pod', max: { cpu: '1' } }] } }, 201],
  [`${CORE}/configmaps`, {}, 404],
])('PUT of an object that does not exist at %s', async (plural, object, code) => {
  expect((await open()('PUT', `${plural}/a`, { metadata: { name: 'a' }, ...object })).code).toBe(code)
})

test('keeps only the names of the secrets of a ServiceAccount', async () => {
  const { body } = await open()('POST', `${CORE}/serviceaccounts`, {
    metadata: { name: 'a' },
    secrets: [{ kind: 'Secret', name: 's', namespace: 'n' }],
  })
  expect(body['secrets']).toEqual([{ name: 's' }])
})

test('rejects an access review with metadata, which it prints as Go does', async () => {
  const { body } = await open()('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    metadata: { name: 'x', labels: { a: 'b' } },
    spec: {},
  })
  const { causes } = body['details'] as { readonly causes: readonly { readonly message: string }[] }
  expect(causes.at(-1)!.message).toMatch(
    /^Invalid value: v1\.ObjectMeta\{Name:"x", GenerateName:"", Namespace:"", SelfLink:"", UID:"", ResourceVersion:"", Generation:0, CreationTimestamp:time\.Date\(1, time\.January, 1, 0, 0, 0, 0, time\.UTC\), DeletionTimestamp:<nil>, DeletionGracePeriodSeconds:\(\*int64\)\(nil\), Labels:map\[string\]string\{"a":"b"\}, Annotations:map\[string\]string\(nil\), OwnerReferences:\[\]v1\.OwnerReference\(nil\), Finalizers:\[\]string\(nil\), ManagedFields:.*: must be empty$/,
  )
})
