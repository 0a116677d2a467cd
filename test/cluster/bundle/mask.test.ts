import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'

const SECRET = 'hunter22-of-mallory'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const json = { 'Content-Type': 'application/json' }
const SECRETS = '/api/v1/namespaces/default/secrets'

/** Makes a cluster that has received the same secret in every possible way. */
async function leaky() {
  const cluster = createCluster({ seed: 1, token: SECRET })
  const ask = (path: string, method: string, body: unknown, type = 'application/json') =>
    cluster.fetch(path, {
      method,
      headers: { ...json, 'Content-Type': type, Authorization: `Bearer ${SECRET}` },
      body: JSON.stringify(body),
    })
  const data = { password: base64(SECRET) }
  const annotations = { note: `it is ${SECRET}` }
  const applied = JSON.stringify({ kind: 'Secret', data, metadata: { annotations: {} } })
  const repeating = { note: `again ${SECRET}`, 'kubectl.kubernetes.io/last-applied-configuration': applied }
  await ask(SECRETS, 'POST', { metadata: { name: 'a', annotations }, data, stringData: { more: SECRET } })
  await ask(`${SECRETS}/a`, 'PATCH', { stringData: { again: SECRET } }, 'application/merge-patch+json')
  const steps = [
    { op: 'add', path: '/data/step', value: base64(SECRET) },
    { op: 'replace', path: '/metadata/annotations/note', value: `now ${SECRET}` },
    { op: 'replace', path: '/metadata/annotations', value: repeating },
  ]
  await ask(`${SECRETS}/a`, 'PATCH', steps, 'application/json-patch+json')
  const whole = [{ op: 'replace', path: '/data', value: data }]
  await ask(`${SECRETS}/a`, 'PATCH', whole, 'application/json-patch+json')
  await ask(`${SECRETS}?dryRun=All`, 'POST', { metadata: { name: 'dry' }, data })
  const type = 'bootstrap.kubernetes.io/token'
  const token = { metadata: { name: 'bootstrap-token-abcdef', namespace: 'kube-system' }, type }
  await cluster.load([{ apiVersion: 'v1', kind: 'Secret', ...token, data: { 'token-secret': base64(SECRET) } }])
  await ask(`${SECRETS}/a`, 'DELETE', {})
  await ask('/api/v1/namespaces/default/serviceaccounts', 'POST', { metadata: { name: 'robot' } })
  const made = await ask('/api/v1/namespaces/default/serviceaccounts/robot/token', 'POST', { spec: {} })
  const { status } = (await made.json()) as { status: { token: string } }
  await ask('/apis/authentication.k8s.io/v1/tokenreviews', 'POST', { spec: { token: status.token } })
  await ask('/apis/authentication.k8s.io/v1/tokenreviews', 'POST', { spec: { token: SECRET } })
  return { cluster, robot: status.token }
}

test('a Bundle contains no secrets, except with secrets: true', async () => {
  const { cluster, robot } = await leaky()
  const masked = JSON.stringify(await cluster.bundle())
  const shown = JSON.stringify(await cluster.bundle({ secrets: true }))
  for (const text of [SECRET, base64(SECRET), robot]) {
    expect(shown).toContain(text)
    expect(masked).not.toContain(text)
  }
  expect(robot.length).toBeGreaterThan(100)
})

test('masking keeps keys and the encoding of values', async () => {
  const { cluster } = await leaky()
  const { requests, changes, secrets } = await cluster.bundle()
  expect(secrets).toBe('masked')
  expect(requests[0]?.body).toMatchObject({
    metadata: { name: 'a' },
    data: { password: base64('masked') },
    stringData: { more: 'masked' },
  })
  expect(requests[2]?.body).toEqual([
    { op: 'add', path: '/data/step', value: base64('masked') },
    { op: 'replace', path: '/metadata/annotations/note', value: 'masked' },
    {
      op: 'replace',
      path: '/metadata/annotations',
      value: {
        note: 'masked',
        'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify({ kind: 'Secret', data: { password: base64('masked') }, metadata: { annotations: {} } })}\n`,
      },
    },
  ])
  expect(requests[3]?.body).toEqual([{ op: 'replace', path: '/data', value: { password: base64('masked') } }])
  expect(changes.find(({ kind }) => kind === 'Secret')?.object).toMatchObject({
    data: { password: base64('masked'), more: base64('masked') },
    metadata: { annotations: { note: 'masked' } },
  })
})
