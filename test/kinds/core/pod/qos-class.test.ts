import { expect, test } from 'vitest'
import { openServer } from '../../asking.js'

type Resources = { readonly limits?: object; readonly requests?: object }

async function qosClass(resources: Resources, ...init: readonly Resources[]): Promise<unknown> {
  const of = (own: Resources, i: number) => ({ name: `c${i}`, image: 'i', resources: own })
  const spec = { containers: [of(resources, 0)], initContainers: init.map((own, i) => of(own, i + 1)) }
  const { body } = await openServer()('POST', '/api/v1/namespaces/default/pods', { metadata: { name: 'a' }, spec })
  return (body as { readonly status?: { readonly qosClass?: string } }).status?.qosClass
}

const HALF = { cpu: '500m', memory: '1Gi' }
const HALF_AGAIN = { cpu: '0.5', memory: '1073741824' }

test('quantities of zero count as unset', async () => {
  expect(await qosClass({ requests: { cpu: '0' } })).toBe('BestEffort')
  expect(await qosClass({ limits: { cpu: '0', memory: '0' } })).toBe('BestEffort')
  expect(await qosClass({ limits: { cpu: '0', memory: '1Gi' } })).toBe('Burstable')
  expect(await qosClass({ limits: { memory: '1Gi', cpu: '1' }, requests: { cpu: '0', memory: '1Gi' } })).toBe(
    'Burstable',
  )
})

test('quantities are compared by value, in whatever notation', async () => {
  expect(await qosClass({ limits: HALF, requests: HALF_AGAIN })).toBe('Guaranteed')
  expect(await qosClass({ limits: HALF, requests: { ...HALF_AGAIN, memory: '1073741823' } })).toBe('Burstable')
})

test('init containers count as well', async () => {
  expect(await qosClass({ limits: HALF }, { limits: HALF_AGAIN })).toBe('Guaranteed')
  expect(await qosClass({ limits: HALF }, {})).toBe('Burstable')
  expect(await qosClass({}, { requests: { memory: '1' } })).toBe('Burstable')
  expect(await qosClass({}, { requests: { memory: '0' } })).toBe('BestEffort')
  expect(await qosClass({ limits: { 'example.io/gpu': '1' } })).toBe('BestEffort')
})

test.each([
  ['1.36', 'Guaranteed'],
  ['1.37', 'BestEffort'],
] as const)('%s: a class that a new pod states is %s', async (kubernetesVersion, qosClass) => {
  const status = { qosClass: 'Guaranteed' }
  const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] }, status }
  const { body } = await openServer({ kubernetesVersion })('POST', '/api/v1/namespaces/default/pods', pod)
  expect(body['status']).toMatchObject({ qosClass })
})
