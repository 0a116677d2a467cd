import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { daemonSet } from '../../../src/kinds/apps/daemon-set/daemon-set.js'
import { openServer } from '../asking.js'
import { causes, cells } from '../causes.js'
import { selector, template } from '../templates.js'

const good = { selector, template: template() }
const rolling = (rollingUpdate: object) => ({ ...good, updateStrategy: { type: 'RollingUpdate', rollingUpdate } })
const share = (text: string) => `intstr.IntOrString{Type:1, IntVal:0, StrVal:"${text}"}`

test.each([
  [rolling({ maxUnavailable: '10%', maxSurge: 0 }), []],
  [rolling({ maxUnavailable: 0, maxSurge: '101%' }), [['maxSurge', `${share('101%')}: must not be greater than 100%`]]],
  [
    rolling({ maxUnavailable: 1, maxSurge: '1%' }),
    [['maxSurge', `${share('1%')}: may not be set when maxUnavailable is non-zero`]],
  ],
  [rolling({ maxUnavailable: -1, maxSurge: 0 }), [['maxUnavailable', '-1: must be greater than or equal to 0']]],
])('validates the rolling update of %j', (spec, expected) => {
  expect(causes(daemonSet, { spec })).toEqual(
    expected.map(([member, text]) => `spec.updateStrategy.rollingUpdate.${member}: Invalid value: ${text}`),
  )
})

test('rejects a string that is not a percentage, and counts it as the number it contains', () => {
  const [told, ...more] = causes(daemonSet, { spec: rolling({ maxUnavailable: '5', maxSurge: 0 }) })
  expect(told).toContain(
    `spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: ${share('5')}: a valid percent`,
  )
  expect(more).toEqual([])
})

test.each([
  [
    { ...good, updateStrategy: { type: 'Odd' } },
    [
      'spec.updateStrategy: Unsupported value: apps.DaemonSetUpdateStrategy{Type:"Odd", RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}: supported values: "RollingUpdate", "OnDelete"',
    ],
  ],
  [
    { template: template() },
    [
      'spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: `selector` does not match template `labels`',
    ],
  ],
  [
    { selector, template: template({ activeDeadlineSeconds: 1 }) },
    ['spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in DaemonSet is not Supported'],
  ],
])('rejects a DaemonSet with the spec %j', (spec, expected) => {
  expect(causes(daemonSet, { spec })).toEqual(expected)
})

test('collisionCount cannot be decremented', () => {
  const context = { old: { spec: good, status: { collisionCount: 2 } }, subresource: 'status' } as const
  expect(causes(daemonSet, { spec: good, status: { collisionCount: 1 } }, context)).toEqual([
    'status.collisionCount: Invalid value: 1: cannot be decremented',
  ])
  expect(causes(daemonSet, { spec: good, status: {} }, context)).toEqual([
    'status.collisionCount: Invalid value: 0: cannot be decremented',
  ])
})

test('an annotation has the generation of the template, whatever clients write', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const count = ({ metadata }: { readonly metadata: { readonly annotations?: object } }) => metadata.annotations
  const key = 'deprecated.daemonset.template.generation'
  const made = await cluster.create('DaemonSet', { metadata: { name: 'a' }, spec: good })
  expect(count(made)).toEqual({ [key]: '1' })
  const named = { name: 'a' }
  const forged = await cluster.patch('DaemonSet', named, { metadata: { annotations: { [key]: '7' } } })
  expect(count(forged)).toEqual({ [key]: '1' })
  const slower = await cluster.patch('DaemonSet', named, { spec: { minReadySeconds: 1 } })
  expect([count(slower), slower.metadata.generation]).toEqual([{ [key]: '1' }, 2])
  const other = await cluster.patch('DaemonSet', named, { spec: { template: { spec: { hostNetwork: true } } } })
  expect([count(other), other.metadata.generation]).toEqual([{ [key]: '2' }, 3])

  const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
  const reply = await cluster.fetch('/apis/apps/v1/namespaces/default/daemonsets/a', { headers: { accept } })
  expect(((await reply.json()) as typeof made).metadata.annotations).toBeUndefined()

  await expect(
    cluster.create('DaemonSet', { metadata: { name: 'b', annotations: { [key]: 'many' } }, spec: good }),
  ).rejects.toThrow('cannot be handled as a DaemonSet: strconv.ParseInt: parsing "many": invalid syntax')
})

test('prints its table row', () => {
  const spec = { selector, template: template({ nodeSelector: { zone: 'a' } }) }
  const status = { desiredNumberScheduled: 5, currentNumberScheduled: 4, numberReady: 3, numberAvailable: 1 }
  expect(cells(daemonSet, { metadata: { name: 'a' }, spec, status })).toEqual([
    'a',
    5,
    4,
    3,
    0,
    1,
    'zone=a',
    '<unknown>',
    'web',
    'example.io/web:1',
    'app=web',
  ])
})

test.each([
  ['POST', '', 400, 'DaemonSet in version "v1" cannot be handled as a DaemonSet: strconv.ParseInt: parsing "x"'],
  ['PATCH', '/a', 422, 'strconv.ParseInt: parsing "x": invalid syntax'],
] as const)(
  '%s with a count of templates that is no number is answered as one that cannot be decoded',
  async (...row) => {
    const [method, name, code, words] = row
    const ask = openServer()
    const path = '/apis/apps/v1/namespaces/default/daemonsets'
    const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const spec = { selector: { matchLabels: { app: 'x' } }, template }
    await ask('POST', path, { metadata: { name: 'a' }, spec })
    const metadata = { name: 'b', annotations: { 'deprecated.daemonset.template.generation': 'x' } }
    const answer = await ask(
      method,
      path + name,
      method === 'POST' ? { metadata, spec } : { metadata: { annotations: metadata.annotations } },
    )
    expect([answer.code, answer.body['message']]).toEqual([code, expect.stringContaining(words)])
  },
)
