import { expect, test } from 'vitest'
import { changeRefusal, openServer, wordsOf } from '../../asking.js'

const PODS = '/api/v1/namespaces/default/pods'
const pod = (spec: object = {}) => ({ spec: { containers: [{ name: 'c', image: 'i' }], ...spec } })
const status = (list: string, more: object) => ({
  status: { [list]: [{ name: 'c', image: 'i', imageID: '', ready: true, restartCount: 0, ...more }] },
})

const BOUNDS = 'must be between 0 and 2147483647, inclusive'

test('rejects container users with ids out of range', async () => {
  const user = { linux: { uid: -1, gid: 2147483648, supplementalGroups: [0, -5] } }
  const at = 'status.initContainerStatuses[0].user.linux'
  expect(await changeRefusal(PODS, pod(), status('initContainerStatuses', { user }), '/status')).toBe(
    `[${at}.uid: Invalid value: -1: ${BOUNDS}, ${at}.gid: Invalid value: 2147483648: ${BOUNDS}, ${at}.supplementalGroups[1]: Invalid value: -5: ${BOUNDS}]`,
  )
  const fine = { linux: { uid: 0, gid: 2147483647 } }
  expect(await changeRefusal(PODS, pod(), status('containerStatuses', { user: fine }), '/status')).toBe(200)
})

test('rejects a Linux user in a Windows pod', async () => {
  const user = { linux: { uid: 1, gid: 1 } }
  const windows = pod({ os: { name: 'windows' } })
  expect(await changeRefusal(PODS, windows, status('ephemeralContainerStatuses', { user }), '/status')).toBe(
    'status.ephemeralContainerStatuses[0].user.linux: Forbidden: cannot be set for a windows pod',
  )
})

test('a null entry of podIPs counts as an empty IP address', async () => {
  expect(await changeRefusal(PODS, pod(), { status: { podIPs: [null] } }, '/status')).toBe(
    'status.podIPs[0]: Invalid value: "": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
  )
})

const SHORT = 'IPv6 address \\"FE80::1\\" should be in RFC 5952 canonical format (\\"fe80::1\\")'

test('addresses of a status that are not in canonical form are warned of', async () => {
  const ask = openServer()
  await ask('POST', PODS, { metadata: { name: 'a' }, ...pod() })
  const ips = [{ ip: '1.1.1.1' }, { ip: 'FE80::1' }]
  const { warning } = await ask('PATCH', `${PODS}/a/status`, {
    status: { podIPs: ips, hostIP: '1.1.1.1', hostIPs: ips },
  })
  expect(warning).toBe(`299 - "status.podIPs[1].ip: ${SHORT}", 299 - "status.hostIPs[1].ip: ${SHORT}"`)
})

test('since v1.37 runtimes may report any user, and statuses of claims stay unless an empty list is sent', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  const resourceClaims = [{ name: 'r', resourceClaimTemplateName: 't' }]
  await ask('POST', PODS, { metadata: { name: 'a' }, ...pod({ resourceClaims }) })
  const change = (change: object) => ask('PATCH', `${PODS}/a/status`, { status: change })
  const claims = async (change: object) =>
    ((await ask('PATCH', `${PODS}/a/status`, { status: change })).body['status'] as { resourceClaimStatuses?: object })
      .resourceClaimStatuses
  const resourceClaimStatuses = [{ name: 'r', resourceClaimName: 'c' }]
  await change({ resourceClaimStatuses })
  expect(await claims({ resourceClaimStatuses: null })).toEqual(resourceClaimStatuses)
  expect(await claims({ resourceClaimStatuses: [] })).toBeUndefined()
  const user = (uid: number) => status('containerStatuses', { user: { linux: { uid, gid: 0 } } }).status
  expect(wordsOf(await change(user(4294967295)))).toBe(200)
  expect(wordsOf(await change({ ...user(4294967296), observedGeneration: -1 }))).toBe(
    '[status.observedGeneration: Invalid value: -1: must be a non-negative integer, status.containerStatuses[0].user.linux.uid: Invalid value: 4294967296: must be between 0 and 4294967295, inclusive]',
  )
})

test.each([
  ['1.34', 200],
  ['1.35', 'status.nominatedNodeName: Forbidden: may not be set on pods that are already bound to a node'],
] as const)('%s: a pod on a node is nominated for another: %s', async (kubernetesVersion, words) => {
  const ask = openServer({ kubernetesVersion })
  await ask('POST', PODS, { metadata: { name: 'a' }, ...pod({ nodeName: 'n' }) })
  expect(wordsOf(await ask('PATCH', `${PODS}/a/status`, { status: { nominatedNodeName: 'm' } }))).toBe(words)
})

test.each([
  ['Restart', 'status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state'],
  ['RestartAllContainers', 200],
])('since v1.36 a container that has ended starts again where a rule says %s: %s', async (action, words) => {
  const ask = openServer({ kubernetesVersion: '1.36' })
  const rules = [{ action, exitCodes: { operator: 'In', values: [42] } }]
  const ruled = { name: 'd', image: 'i', restartPolicy: 'Never', restartPolicyRules: rules }
  const spec = { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }, ruled] }
  await ask('POST', PODS, { metadata: { name: 'a' }, spec })
  const change = (state: object) => ask('PATCH', `${PODS}/a/status`, status('containerStatuses', { state }))
  await change({ terminated: { exitCode: 1 } })
  expect(wordsOf(await change({ running: {} }))).toBe(words)
})
