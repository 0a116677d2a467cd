import { fileURLToPath } from 'node:url'
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Profile } from '../src/model/registry/profile.js'
import { readInput } from '../src/base/input/documents.js'
import { dump } from '../src/cluster/load/dump.js'
import { load } from '../src/cluster/load/load.js'
import { readFixtures } from '../src/node/fixtures.js'
import { createContext } from './cluster/load/context.js'

const root = fileURLToPath(new URL('../fixtures/', import.meta.url))
const kinds = readdirSync(`${root}kinds`).sort()
const scenarios = readdirSync(`${root}scenarios`).sort()

const PROFILES: readonly Profile['name'][] = ['example', 'kubernetes']
const cases = PROFILES.flatMap((profile) =>
  [...kinds.map((file) => `kinds/${file}`), ...scenarios.map((folder) => `scenarios/${folder}`)].map(
    (path) => [profile, path] as const,
  ),
)

const identityOf = ({ kind, metadata }: { kind: string; metadata: { namespace?: string; name: string } }) =>
  `${kind} ${metadata.namespace ? `${metadata.namespace}/` : ''}${metadata.name}`

test('there are a small and a full object of each kind, and the scenarios', async () => {
  const { registry } = await createContext()
  expect(kinds).toEqual(
    registry
      .kinds()
      .flatMap(({ kind }) => [`${kind}.full.yaml`, `${kind}.small.yaml`])
      .sort(),
  )
  expect(scenarios).toEqual(['extension-down', 'leader-election', 'team-shop', 'three-nodes'])
})

describe.each(cases)('%s: %s', (profile, path) => {
  test('loads completely, and its dump loads to the same state', async () => {
    const sources = await readFixtures([root + path])
    const context = await createContext(profile)
    await load(context, sources)
    const text = await dump(context)

    const written = readInput(sources, 'fixtures').documents.map(({ value }) => identityOf(value as never))
    const [list] = readInput({ name: 'dump', text }, 'dump').documents
    const dumped = (
      list!.value as { items: { kind: string; apiVersion: string; metadata: { namespace?: string; name: string } }[] }
    ).items
    const seeded =
      profile === 'example'
        ? ['Namespace default']
        : ['Namespace default', 'Namespace kube-node-lease', 'Namespace kube-public', 'Namespace kube-system']
    expect(dumped.map(identityOf).sort()).toEqual([...new Set([...written, ...seeded])].sort())
    expect(dumped.filter(({ apiVersion, kind }) => !context.registry.of(apiVersion, kind))).toEqual([])

    const again = await createContext(profile)
    await load(again, text)
    expect(await dump(again)).toBe(text)
  })
})

test('a node has the field names of the profile', async () => {
  const sources = await readFixtures([`${root}scenarios/three-nodes`])
  const nodeNames = async (profile: Profile['name']) => {
    const context = await createContext(profile)
    await load(context, sources)
    return [...new Set((await dump(context)).match(/\b(agent|kubelet)(Version|Endpoint)\b/g))].sort()
  }
  expect(await nodeNames('example')).toEqual(['agentEndpoint', 'agentVersion'])
  expect(await nodeNames('kubernetes')).toEqual(['kubeletEndpoint', 'kubeletVersion'])
})
