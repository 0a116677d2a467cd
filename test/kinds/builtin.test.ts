import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { issueText } from '../../src/base/issue.js'
import { type FeatureGates, defaultFeatureGates } from '../../src/registry/feature-gates.js'
import { exampleProfile, kubernetesProfile } from '../../src/registry/profile.js'
import { createRegistry } from '../../src/registry/registry.js'
import { builtinKinds } from '../../src/kinds/builtin.js'
import { decode } from '../../src/schema/decode.js'
import type { KubeObject } from '../../src/schema/object.js'
import type { Schema } from '../../src/schema/types.js'
import { ruleContext } from './causes.js'

const defs = builtinKinds.map((kind) => kind(exampleProfile))

test('the kinds, by group and plural', () => {
  const names = (profile: typeof exampleProfile) =>
    createRegistry(
      profile,
      builtinKinds.map((kind) => kind(profile)),
    )
      .kinds()
      .map((def) => `${def.apiVersion} ${def.plural}`)
  expect(names(exampleProfile)).toEqual([
    'v1 componentstatuses',
    'v1 namespaces',
    'v1 nodes',
    'v1 persistentvolumeclaims',
    'apiregistration.example.io/v1 apiservices',
    'coordination.example.io/v1beta1 leasecandidates',
    'coordination.example.io/v1 leases',
    'events.example.io/v1 events',
    'networking.example.io/v1 ipaddresses',
    'networking.example.io/v1 servicecidrs',
    'node.example.io/v1 runtimeclasses',
    'policy/v1 poddisruptionbudgets',
  ])
  expect(names(kubernetesProfile)[4]).toBe('apiregistration.k8s.io/v1 apiservices')
})

const everyFeatureGate = Object.fromEntries(
  Object.keys(defaultFeatureGates).map((gate) => [gate, true]),
) as FeatureGates // its keys are the gates

const fixture = (kind: string, size: string) => new URL(`../../fixtures/kinds/${kind}.${size}.yaml`, import.meta.url)
const load = (kind: string, size: string) => parse(readFileSync(fixture(kind, size), 'utf8')) as KubeObject // fixtures are whole objects

// What no new object can have: members of old, and those that exclude each other.
const LEFT_OUT: Record<string, readonly string[]> = {
  Event: ['deprecatedSource', 'deprecatedFirstTimestamp', 'deprecatedLastTimestamp', 'deprecatedCount'],
  PersistentVolumeClaim: ['spec.dataSourceRef.namespace'],
  PodDisruptionBudget: ['spec.minAvailable', 'spec.maxUnavailable'],
}

/** Paths of a schema's members that a value does not have anywhere. */
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
      const next = def.create.prepare(def.create.admit(def.defaults(object), context), context)
      return [
        ...faults,
        ...def.metadata.name(next.metadata.name ?? '', false, next),
        ...def.create.validate(next, context).map(issueText),
      ]
    }

    test('the example is good', () => {
      expect(problems({ kind, apiVersion: def.apiVersion, ...def.example })).toEqual([])
    })

    test.each(['small', 'full'])('the %s fixture is good', (size) => {
      const object = load(kind, size)
      expect([object.kind, object.apiVersion]).toEqual([kind, def.apiVersion])
      expect(problems(object)).toEqual([])
    })

    test('the full fixture has every member', () => {
      const { metadata: _, ...own } = def.schema.properties!
      expect(
        missing({ properties: own }, [load(kind, 'full')]).filter((path) => !LEFT_OUT[kind]?.includes(path)),
      ).toEqual([])
    })
  },
)
