import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster.js'

// What TypeScript would not let pass, as plain JavaScript may call it.
const cluster = () =>
  createCluster({ profile: 'example', seed: 1 }) as unknown as {
    readonly [method: string]: (...given: readonly unknown[]) => Promise<unknown>
  }

const NAMED = 'say which object is meant, as { name: "…" } or { name: "…", namespace: "…" }'
const ref = { name: 'default' }

test.each([
  ['get', ['Namespace', 'default'], `get: ${NAMED}`],
  ['get', ['Namespace'], `get: ${NAMED}`],
  ['get', ['Namespace', { name: '' }], `get: ${NAMED}`],
  ['delete', ['Namespace', {}], `delete: ${NAMED}`],
  ['waitFor', ['Namespace', 'default'], `waitFor: ${NAMED}`],
  ['create', ['Namespace'], 'create: the object to create is missing'],
  ['list', ['Namespace', { limit: -1 }], 'list: limit must be a whole number, and not a negative one'],
  ['list', ['Namespace', { labelSelector: { a: 'b' } }], 'list: labelSelector must be a text'],
  [
    'list',
    ['Namespace', { labelSelectors: 'a=b' }],
    'list: there is no option "labelSelectors", did you mean labelSelector?',
  ],
  [
    'list',
    ['Namespace', { resourceVersion: '1', resourceVersionMatch: 'exact' }],
    'list: resourceVersionMatch must be "Exact", "NotOlderThan"',
  ],
  ['patch', ['Namespace', ref, {}, { type: 'stategic' }], 'patch: type must be "json", "merge", "strategic", "apply"'],
  [
    'update',
    ['Namespace', { metadata: ref }, { fieldValidation: 'strict' }],
    'update: fieldValidation must be "Strict", "Warn", "Ignore"',
  ],
  ['update', ['Namespace', { metadata: ref }, { dryRun: 'All' }], 'update: dryRun must be true or false'],
  [
    'update',
    ['Namespace', { metadata: ref }, { subresource: 'scale' }],
    'Namespace has no subresource "scale"; it has status, finalize',
  ],
  [
    'delete',
    ['Namespace', ref, { propagationPolicy: 'foreground' }],
    'delete: propagationPolicy must be "Orphan", "Background", "Foreground"',
  ],
] as const)('%s(%j) is the caller’s mistake', async (method, given, message) => {
  await expect(cluster()[method]!(...given)).rejects.toEqual(new TypeError(message))
})

test('an option that is undefined is as good as absent', async () => {
  expect(await cluster()['list']!('Namespace', { limit: undefined, namespace: undefined })).toMatchObject({
    items: expect.any(Array),
  })
})

test.each([
  ['create', ['ComponentStatus', { metadata: { name: 'x' } }]],
  ['update', ['ComponentStatus', { metadata: { name: 'x' } }]],
  ['delete', ['ComponentStatus', { name: 'scheduler' }]],
] as const)('%s of a kind that only is read is refused as over HTTP', async (method, given) => {
  const { message } = (await (
    await createCluster({ profile: 'example', seed: 1 }).fetch('/api/v1/componentstatuses', {
      method: 'POST',
      body: '{}',
    })
  ).json()) as {
    readonly message: string
  }
  await expect(cluster()[method]!(...given)).rejects.toMatchObject({ code: 405, message })
})
