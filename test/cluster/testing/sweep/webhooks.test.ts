import { expect, test } from 'vitest'
import type { Cluster } from '../../../../src/cluster/types.js'
import { sweep } from '../../../../src/cluster/testing/sweep/sweep.js'
import { configuration, hookedCluster } from '../../../server/admission/webhooks/hooks.js'

const PATH = '/api/v1/namespaces/default/configmaps'
const send = (cluster: Cluster, method: string, path: string, body: object) =>
  cluster.fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

/** Makes a ConfigMap until it is there, then changes it until that is done. */
async function persist(cluster: Cluster): Promise<void> {
  const done = async (method: string, path: string, metadata: object) => {
    while (!(await send(cluster, method, path, { metadata, data: { method } }).then(({ ok }) => ok))) continue
  }
  await done('POST', PATH, { name: 'a' })
  await done('PUT', `${PATH}/a`, { name: 'a' })
}

/** Makes a cluster with two webhooks, which mark what they see. */
async function marked(failurePolicy: string): Promise<Cluster> {
  const mark = (path: string) => btoa(JSON.stringify([{ op: 'add', path: `/data${path}`, value: 'seen' }]))
  const { cluster } = hookedCluster((_, path) => ({ allowed: true, patchType: 'JSONPatch', patch: mark(path) }))
  const hooks = ['one', 'two'].map((name) => ({ name, failurePolicy, timeoutSeconds: 2 }))
  await cluster.load([configuration('MutatingWebhookConfiguration', ...hooks)])
  return cluster
}

test('a webhook that fails once is tried with each request that it is asked about', async () => {
  const { findings, unfired } = await sweep(await marked('Ignore'), persist)
  expect(unfired).toEqual([])
  const ofWebhooks = findings.filter(({ fault }) => fault.startsWith('webhook-'))
  // What the PUT lacks is never added; what the POST lacked is.
  expect(ofWebhooks.map(({ fault }) => fault.replace(/ at #(\d) .*, /, ' $1 '))).toEqual([
    'webhook-refused 2 one.example.com',
    'webhook-refused 2 two.example.com',
    'webhook-late 2 one.example.com',
    'webhook-late 2 two.example.com',
  ])
  expect(ofWebhooks[0]?.script).toEqual([
    {
      webhook: { verb: 'update', kind: 'ConfigMap', namespace: 'default', name: 'a', webhook: 'one.example.com' },
      times: 1,
      then: { refuse: true },
    },
  ])
})

test('a program that asks again survives a webhook that must not fail', async () => {
  const { findings } = await sweep(await marked('Fail'), persist)
  expect(findings.filter(({ fault }) => fault.startsWith('webhook-'))).toEqual([])
})
