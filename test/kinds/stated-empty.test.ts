import { expect, test } from 'vitest'
import { changeRefusal, openServer, refusal, wordsOf } from './asking.js'

const SLICES = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'
const HOOKS = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations'
const PODS = '/api/v1/namespaces/default/pods'

const running = { name: 'c', image: 'i', imageID: '', ready: true, restartCount: 0, state: { running: {} } }
const ended = { ...running, state: { terminated: { exitCode: 1 } } }

test('an ephemeral container that has ended does not run again, whatever its pod does', async () => {
  const ask = openServer()
  await ask('POST', PODS, { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
  const put = (status: object) =>
    ask('PATCH', `${PODS}/a/status`, { status: { containerStatuses: [status], ephemeralContainerStatuses: [status] } })
  await put(ended)
  expect(wordsOf(await put(running))).toBe(
    'status.ephemeralContainerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state',
  )
})

test('the generation of an EndpointSlice counts what is sent and not written', async () => {
  const ask = openServer()
  const slice = { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.2.3'] }] }
  await ask('POST', SLICES, { metadata: { name: 'a' }, ...slice })
  const endpoints = [{ addresses: ['10.1.2.3'], deprecatedTopology: { a: 'b' } }]
  const { body } = await ask('PATCH', `${SLICES}/a`, { endpoints })
  expect(body).toMatchObject({ metadata: { generation: 2 }, endpoints: [{ addresses: ['10.1.2.3'] }] })
  expect(JSON.stringify(body['endpoints'])).not.toContain('deprecatedTopology')
})

test('side effects that are empty are not missing', async () => {
  const hook = { name: 'a.b.c', clientConfig: { url: 'https://a.b/c' }, admissionReviewVersions: ['v1'] }
  expect(await refusal(HOOKS, { webhooks: [{ ...hook, sideEffects: '' }] })).toBe(
    'webhooks[0].sideEffects: Unsupported value: "": supported values: "None", "NoneOnDryRun"',
  )
  expect(await refusal(HOOKS, { webhooks: [hook] })).toBe(
    'webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun',
  )
})

test('the zero time that a Job is complete at is a time', async () => {
  const job = { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } } }
  const completionTime = '0001-01-01T00:00:00Z'
  expect(
    await changeRefusal('/apis/batch/v1/namespaces/default/jobs', job, { status: { completionTime } }, '/status'),
  ).toContain('0001-01-01 00:00:00 +0000 UTC: cannot set completionTime when there is no Complete=True condition')
})

test('only resources are rounded to thousandths', async () => {
  const volumes = [{ name: 'v', emptyDir: { sizeLimit: '1n' } }]
  const container = { name: 'c', image: 'i', resources: { limits: { cpu: '1n' } } }
  const { body } = await openServer()('POST', PODS, {
    metadata: { name: 'a' },
    spec: { containers: [container], volumes },
  })
  expect(body['spec']).toMatchObject({
    containers: [{ resources: { limits: { cpu: '1m' } } }],
    volumes: [{ emptyDir: { sizeLimit: '1n' } }],
  })
})
