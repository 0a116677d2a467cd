import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'

const MAPS = '/api/v1/namespaces/default/configmaps'
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

/** Applies metadata as kubectl to an object that client-side apply made; returns the metadata in its annotation. */
async function noted(metadata: object): Promise<unknown> {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const old = { metadata: { name: 'a', annotations: { [LAST_APPLIED]: '{}' } } }
  const head = { apiVersion: 'v1', kind: 'ConfigMap' }
  await cluster.fetch(MAPS, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...head, ...old }),
  })
  const reply = await cluster.fetch(`${MAPS}/a?fieldManager=kubectl&force=true`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/apply-patch+yaml' },
    body: JSON.stringify({ ...head, metadata: { name: 'a', ...metadata } }),
  })
  const { metadata: after } = (await reply.json()) as {
    readonly metadata: { readonly annotations: Record<string, string> }
  }
  return (JSON.parse(after.annotations[LAST_APPLIED] ?? 'null') as { readonly metadata: unknown }).metadata
}

test.each<readonly [applied: object, noted: object]>([
  [{}, { name: 'a' }],
  [{ annotations: null }, { name: 'a' }],
  [{ annotations: {} }, { annotations: {}, name: 'a' }],
  [{ annotations: { b: null, c: 'd' } }, { annotations: { b: '', c: 'd' }, name: 'a' }],
  [{ annotations: { [LAST_APPLIED]: '{}' } }, { annotations: {}, name: 'a' }],
])('applied with the metadata %j, an object notes %j', async (applied, expected) => {
  expect(await noted(applied)).toEqual(expected)
})
