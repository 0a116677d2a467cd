import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { formatJournal } from '../../../src/server/journal/format.js'
import { startCluster } from '../../../src/node/start.js'
import { profileHint } from '../../../src/model/registry/profile-hint.js'

const example = { name: 'example' } as const
const kubernetes = { name: 'kubernetes' } as const
const groupOf = (hint: string | undefined) => /the group (\S+),/.exec(hint ?? '')?.[1]

test.each([
  [example, '/apis/coordination.k8s.io/v1/leases', 'coordination.k8s.io'],
  [example, '/apis/coordination.k8s.io', 'coordination.k8s.io'],
  [example, '/apis/coordination.k8s.io?timeout=32s', 'coordination.k8s.io'],
  [kubernetes, '/apis/coordination.example.io/v1/leases', 'coordination.example.io'],
  [kubernetes, '/apis/coordination.example.io', 'coordination.example.io'],
])('profile %o: a request for %s gets a hint', (profile, path, group) => {
  expect(groupOf(profileHint(profile, path))).toBe(group)
})

test.each([
  [example, '/api/v1/nodes'],
  [example, '/apis'],
  [example, '/apis/policy/v1'],
  [example, '/apis/coordination.example.io/v1/leases'],
  [example, '/api/v1/nodes?labelSelector=/apis/a.k8s.io/b'],
  [example, '/apis/a.k8s.iox'],
  [kubernetes, '/apis/coordination.k8s.io/v1/leases'],
  [kubernetes, '/apis/shop.example.io/v1/widgets'],
])('profile %o: a request for %s gets no hint', (profile, path) => {
  expect(profileHint(profile, path)).toBeUndefined()
})

test.each([
  ['kubernetes', 'coordination.example.io', 'example'],
  ['example', 'coordination.k8s.io', 'kubernetes'],
] as const)('profile %s: the first request for the missing group %s is logged', async (profile, group, other) => {
  for (const log of ['off', 'requests'] as const) {
    const lines: string[] = []
    await using server = await startCluster({ profile, log, print: (line) => void lines.push(line) })
    for (const path of ['apis/policy/v1', `apis/${group}/v1/leases`, `apis/${group}`]) {
      await (await fetch(`${server.url}/${path}`)).text()
    }
    const hints = lines.filter((line) => line.startsWith('A client asked'))
    expect(hints.map(groupOf)).toEqual([group])
    expect(hints[0]).toMatch(new RegExp(`the profile "${other}" \\(--profile ${other}\\)\\.$`))
  }
})

test('a group of a CRD is not missing', async () => {
  const lines: string[] = []
  const crds = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'leases.coordination.example.io' },
    spec: {
      group: 'coordination.example.io',
      scope: 'Namespaced',
      names: { plural: 'leases', kind: 'Lease' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  }
  await using server = await startCluster({ crds, print: (line) => void lines.push(line) })
  expect((await fetch(`${server.url}/apis/coordination.example.io/v1/leases`)).status).toBe(200)
  expect(lines).toEqual([])
})

test('in process the journal has the hint', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.fetch('/apis/coordination.example.io/v1/leases')
  await cluster.fetch('/apis/coordination.k8s.io/v1/leases')
  const [asked, other] = cluster.journal.requests()
  expect(groupOf(asked?.hint)).toBe('coordination.example.io')
  expect(other?.hint).toBeUndefined()
  expect(formatJournal(cluster.journal.requests())).toContain(
    '\n    A client asked for the group coordination.example.io,',
  )
})
