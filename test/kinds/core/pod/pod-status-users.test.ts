import { expect, test } from 'vitest'
import { changeRefusal } from '../../asking.js'

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
