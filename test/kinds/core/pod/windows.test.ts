import { describe, expect, test } from 'vitest'
import { openServer, refusal, wordsOf } from '../../asking.js'

const PODS = '/api/v1/namespaces/default/pods'
const on = (windowsOptions: object, more: object = {}) => ({
  spec: { containers: [{ name: 'c', image: 'i', securityContext: { windowsOptions } }], ...more },
})
const AT = 'spec.containers[0].securityContext.windowsOptions'

describe('a container on Windows', () => {
  test.each([
    ['gmsaCredentialSpec', '', 'gmsaCredentialSpec cannot be an empty string'],
    ['gmsaCredentialSpec', 'x'.repeat(64 * 1024 + 1), 'gmsaCredentialSpec size must be under 64 KiB'],
    ['gmsaCredentialSpecName', 'n'.repeat(254), 'must be no more than 253 characters'],
    ['runAsUserName', '', 'runAsUserName cannot be an empty string'],
    ['runAsUserName', 'a\tb', 'runAsUserName cannot contain control characters'],
    ['runAsUserName', 'a\\b\\c', 'runAsUserName cannot contain more than one backslash'],
    ['runAsUserName', '*\\user', "runAsUserName's Domain doesn't match the NetBios nor the DNS format"],
    ['runAsUserName', 'd\\', "runAsUserName's User cannot be empty"],
    ['runAsUserName', 'n'.repeat(105), "runAsUserName's User length must not be longer than 104 characters"],
    ['runAsUserName', '. .', "runAsUserName's User cannot contain only periods or spaces"],
    ['runAsUserName', 'a/b', 'runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]'],
  ])('is refused with %s %j', async (member, value, why) => {
    expect(await refusal(PODS, on({ [member]: value }))).toBe(
      `${AT}.${member}: Invalid value: ${JSON.stringify(value)}: ${why}`,
    )
  })

  test('may run as a user of a domain', async () => {
    expect(await refusal(PODS, on({ runAsUserName: 'NT AUTHORITY\\SYSTEM' }))).toBe(201)
  })

  test('may be a HostProcess container only if all of its pod are, on the host network', async () => {
    const all =
      'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers'
    const network =
      'spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers'
    const other = { initContainers: [{ name: 'd', image: 'i' }] }
    expect(await refusal(PODS, on({ hostProcess: true }, other))).toBe(`[${all}, ${network}]`)
    expect(await refusal(PODS, on({ hostProcess: true }, { hostNetwork: true }))).toBe(201)
    const ofPod = { hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } } }
    expect(await refusal(PODS, on({ hostProcess: false }, ofPod))).toContain(
      'pod hostProcess value must be identical if both are specified, was true',
    )
  })
})

test.each([
  ['1.36', ['spec.hostPID', 'spec.securityContext.fsGroup']],
  ['1.37', ['spec.securityContext.fsGroup', 'spec.hostPID']],
] as const)('%s: what a pod of Windows has not is told in the order %j', async (kubernetesVersion, order) => {
  const spec = {
    os: { name: 'windows' },
    hostPID: true,
    securityContext: { fsGroup: 1 },
    containers: [{ name: 'c', image: 'i' }],
  }
  const ask = openServer({ kubernetesVersion })
  const reply = await ask('POST', '/api/v1/namespaces/default/pods', { metadata: { name: 'a' }, spec })
  expect(wordsOf(reply)).toBe(
    `[${order.map((field) => `${field}: Forbidden: cannot be set for a windows pod`).join(', ')}]`,
  )
})
