import { exampleOf } from '../suites/samples.js'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { issueText } from '../../src/base/errors/issue.js'
import { type FeatureGates, featureGatesOf } from '../../src/model/registry/feature-gates.js'
import { exampleProfile, kubernetesProfileOf } from '../../src/model/registry/profile.js'
import { profiles } from '../profiles.js'
import { defineKind } from '../../src/model/registry/define.js'
import { STORAGE_VERSION_HASHES } from '../../src/model/generated/storage-version-hashes.js'
import { type KubernetesVersion, kubernetesVersions, thoseOf } from '../../src/model/registry/kubernetes-version.js'
import { structNameOf } from '../../src/model/registry/struct-schema.js'
import { createCluster } from '../../src/cluster/cluster.js'
import { tableOf } from '../../src/rest/context.js'
import { pod } from '../../src/kinds/core/pod/pod.js'
import { string } from '../../src/schema/builders.js'
import { builtinKinds, builtinKindsOf, extensionKinds } from '../../src/kinds/builtin.js'
import { specifiedKinds } from '../suites/specified-kinds.js'
import { decode } from '../../src/schema/decode.js'
import type { KubeObject } from '../../src/schema/object.js'
import type { Schema } from '../../src/schema/types.js'
import { ruleContext } from './causes.js'

const defs = specifiedKinds.map((kind) => kind(exampleProfile))

describe.each(Object.values(profiles).map((profile) => [profile.name, profile] as const))(
  'profile %s',
  (_, profile) => {
    test.each(builtinKindsOf(profile).map((kind) => [kind.mapping(profile).kind, kind] as const))(
      'the mapping of %s equals that of its definition',
      (_name, kind) => {
        const { group, version, plural, kind: own, component, gate, storage, subresources } = kind(profile)
        const isListed = !storage.computed && subresources.main?.verbs.includes('list')
        const listedFrom = isListed ? tableOf({ def: kind(profile) }) : undefined
        expect(kind.mapping(profile)).toEqual({ group, version, plural, kind: own, component, gate, listedFrom })
      },
    )
  },
)

/** The kinds that the files in src/kinds export, each with its file. */
const exported = readdirSync('src/kinds', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('struct/'))
  .map((file) => `kinds/${file}`)
  .flatMap((file) =>
    [...readFileSync(`src/${file}`, 'utf8').matchAll(/^export const (\w+) = define(?:Struct)?Kind\b/gm)].map(
      ([, name = '']) => ({ name, file }),
    ),
  )
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

describe.each(kubernetesVersions)('v%s', (version) => {
  const structsOf = (of?: KubernetesVersion) =>
    new Set(thoseOf(STORAGE_VERSION_HASHES.trim().split('\n'), of).map((line) => line.split(' ')[0]))
  const profile = kubernetesProfileOf({ version, patch: 0 })

  test('has the kinds that its documents have', () => {
    const structNames = builtinKinds.map((kind) => structNameOf(kind.mapping(profile).component))
    const declared = structNames.filter((_, i) => builtinKinds[i]?.isIn(profile))
    const stored = structNames.filter((struct) => structsOf().has(struct))
    expect(stored.filter((struct) => declared.includes(struct))).toEqual(
      stored.filter((struct) => structsOf(version).has(struct)),
    )
  })
})

describe('a kind is one file and one line', () => {
  // Scale is the kind of a subresource, and has no path of its own.
  const served = exported.filter(({ name }) => name !== 'scale')
  const list = readFileSync('src/kinds/builtin.ts', 'utf8')

  test('each kind is in the list', () => {
    expect(served).toHaveLength(builtinKinds.length + extensionKinds.length)
    expect(
      served.filter(
        ({ name }) => !new RegExp(`^(?:  |export const extensionKinds.*[ [])${name}[,\\]]`, 'm').test(list),
      ),
    ).toEqual([])
  })

  test.each(served)('$name of $file is imported nowhere else', ({ name, file }) => {
    const module = file.replace(/^.*\//, '').replace('.ts', '.js')
    const imports = new RegExp(`^import (?!type)[^;]*?[{ ,]${name}[ ,}][^']*'[^']*/${module}'`, 'm')
    expect(sources.filter((source) => imports.test(readFileSync(`src/${source}`, 'utf8')))).toEqual([
      'kinds/builtin.ts',
    ])
  })
})

test('a custom kind cannot be served at the path of another kind', async () => {
  const own = defineKind({ spec: string() }, () => ({
    group: 'example.com',
    version: 'v1',
    scope: 'Cluster',
    names: { kind: 'Thing', plural: 'things' },
    schema: { component: 'com.example.Thing' },
    metadata: { name: () => [] },
    table: { columns: [] },
    example: { metadata: { name: 'a' } },
  }))
  expect(() => createCluster({ kinds: [own, pod] })).toThrow(
    'createCluster: kinds[1]: Pod cannot be served at /v1/pods, where a built-in kind is; give it another group, version or plural, or leave it out',
  )
  expect(() => createCluster({ kinds: [own, own] })).toThrow(
    'createCluster: kinds[1]: Thing cannot be served at example.com/v1/things, where kinds[0] is',
  )
  expect((await createCluster({ kinds: [own] }).fetch('/apis/example.com/v1/things')).status).toBe(200)
})

const everyFeatureGate = Object.fromEntries(
  Object.keys(featureGatesOf('1.33')).map((gate) => [gate, true]),
) as FeatureGates // its keys are the gates

const fixture = (kind: string, size: string) => new URL(`../../fixtures/kinds/${kind}.${size}.yaml`, import.meta.url)
const load = (kind: string, size: string) => parse(readFileSync(fixture(kind, size), 'utf8')) as KubeObject // fixtures are whole objects

// What no new object can have: deprecated fields, and fields that exclude each other.
const LEFT_OUT: Record<string, readonly string[]> = {
  Event: ['deprecatedSource', 'deprecatedFirstTimestamp', 'deprecatedLastTimestamp', 'deprecatedCount'],
  PersistentVolumeClaim: ['spec.dataSourceRef.namespace'],
  PodDisruptionBudget: ['spec.minAvailable', 'spec.maxUnavailable'],
}

/** The paths of fields of a schema that none of the values has. */
function missing(schema: Schema, values: readonly unknown[], path = ''): readonly string[] {
  if (schema.items) return missing(schema.items, values.flat(), `${path}[]`)
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const at = path ? `${path}.${name}` : name
    const held = values.flatMap((value) => (value as Record<string, unknown> | undefined)?.[name] ?? [])
    const own = values.some((value) => (value as Record<string, unknown> | undefined)?.[name] !== undefined)
    return own ? missing(member, member.items ? [held] : held, at) : [at]
  })
}

describe.each(defs.filter(({ kind }) => existsSync(fixture(kind, 'small'))).map((def) => [def.kind, def] as const))(
  '%s',
  (kind, def) => {
    const context = ruleContext({ featureGates: everyFeatureGate })
    const problems = (body: unknown) => {
      const { object, faults } = decode<KubeObject>(def.schema, body)
      const next = def.create.prepare(def.create.begin(def.defaults(object), context), context)
      return [
        ...faults,
        ...def.metadata.name(next.metadata.name ?? '', false, next),
        ...def.create.validate(next, context).map(issueText),
      ]
    }

    test('has a valid example', () => {
      expect(problems(exampleOf(def))).toEqual([])
    })

    test.each(['small', 'full'])('has a valid %s fixture', (size) => {
      const object = load(kind, size)
      expect([object.kind, object.apiVersion]).toEqual([kind, def.apiVersion])
      expect(problems(object)).toEqual([])
    })

    test('has every field in its full fixture', () => {
      const { metadata: _, ...own } = def.schema.properties!
      expect(
        missing({ properties: own }, [load(kind, 'full')]).filter((path) => !LEFT_OUT[kind]?.includes(path)),
      ).toEqual([])
    })
  },
)
