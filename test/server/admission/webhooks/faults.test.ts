import { expect, test } from 'vitest'
import type { WebhookAction } from '../../../../src/server/hooks/actions.js'
import { configuration, hookedCluster } from './hooks.js'

const FAILED = 'failed calling webhook "one.example.com": failed to call webhook: '
const POST = `${FAILED}Post "https://hooks.shop.svc:443/one?timeout=10s": `

/** Makes a cluster with a validating webhook that allows everything; writes are those of the program under test. */
async function faultyCluster(more: Parameters<typeof configuration>[1] = {}) {
  const { cluster, asked } = hookedCluster(() => ({}))
  await cluster.load([configuration('ValidatingWebhookConfiguration', more)])
  const write = async (name = 'a') => {
    const body = JSON.stringify({ metadata: { name } })
    const reply = await cluster.fetch('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    const { message = '' } = (await reply.json()) as { message?: string }
    return reply.status === 201 ? 'created' : message.replace('Internal error occurred: ', '')
  }
  return { cluster, asked, write }
}

test.each<[WebhookAction, string, number]>([
  [{ refuse: true }, `${POST}dial tcp hooks.shop.svc:443: connect: connection refused`, 0],
  [{ cut: true }, `${POST}EOF`, 1],
  [
    { truncate: true },
    `${POST}unexpected error when reading response body. Please retry. Original error: unexpected EOF`,
    1,
  ],
  [
    { wrongUid: true },
    expect.stringMatching(
      /^failed calling webhook "one.example.com": received invalid webhook response: expected response.uid="[-0-9a-f]+", got "00000000-0000-0000-0000-000000000000"$/,
    ) as string,
    1,
  ],
  [
    { malformed: true },
    expect.stringMatching(/^failed calling webhook "one.example.com": failed to call webhook: /) as string,
    1,
  ],
  [
    { status: 503 },
    expect.stringContaining('failed calling webhook "one.example.com": failed to call webhook: ') as string,
    0,
  ],
  [{ pass: true }, 'created', 1],
])('%j comes of a call of a webhook', async (action, message, calls) => {
  const { cluster, asked, write } = await faultyCluster()
  cluster.hooks.webhook({ webhook: 'one.*', kind: 'ConfigMap', verb: 'create' }, action, { times: 1 })
  expect(await write()).toEqual(message)
  expect(asked).toHaveLength(calls)
  expect(await write('b')).toBe('created')
  const [entry] = cluster.journal.requests({ kind: 'ConfigMap' })
  expect(entry?.hooks).toMatchObject([{ phase: 'webhook' }])
  expect(entry?.webhooks).toHaveLength(1)
})

test('a call takes as long as is said by the cluster clock, and no longer than it may', async () => {
  const { cluster, write } = await faultyCluster()
  const script = '- webhook: { webhook: one.example.com }\n  then: { delay: 8s }\n  times: 1\n'
  await cluster.hooks.script(`${script}- webhook: {}\n  then: { delay: 20s }\n`)
  const slow = write()
  await cluster.clock.advance('7s')
  expect(await Promise.race([slow, 'waiting'])).toBe('waiting')
  await cluster.clock.advance('1s')
  expect(await slow).toBe('created')
  const late = write('b')
  await cluster.clock.advance('10s')
  expect(await late).toBe(`${POST}context deadline exceeded`)
})

test('a webhook that hangs is passed over where its policy is to ignore failures; the cluster itself meets no hook', async () => {
  const { cluster, asked, write } = await faultyCluster({ failurePolicy: 'Ignore', timeoutSeconds: 1 })
  cluster.hooks.webhook({}, (_, { target }) => (target.name === 'other' ? undefined : { hang: true }))
  await cluster.create('ConfigMap', { metadata: { name: 'own' } })
  expect(asked).toHaveLength(1)
  const hanging = write()
  await cluster.clock.advance('1s')
  expect(await hanging).toBe('created')
})

test('what a hook on webhooks cannot do is said', () => {
  const { cluster } = hookedCluster(() => ({}))
  expect(() => cluster.hooks.webhook({}, { lose: true } as never)).toThrow(
    'a webhook hook cannot do that, only "after" can',
  )
  expect(() => cluster.hooks.before({ webhook: 'a' } as never, { cut: true })).toThrow(
    'only webhook hooks are matched by webhook',
  )
})
