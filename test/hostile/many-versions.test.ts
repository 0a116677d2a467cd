import { expect, test } from 'vitest'
import type { Definition } from '../../src/kinds/apiextensions/definition.js'
import { kindsOfDefinition } from '../../src/kinds/apiextensions/live-kinds.js'
import { createRegistry } from '../../src/model/registry/registry.js'
import { exampleProfile } from '../../src/model/registry/profile.js'
import { earlierItems } from '../../src/schema/list-type.js'
import { typedProblem } from '../../src/model/apply/typed.js'

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

/** A CRD with `count` versions, and how often their schemas were read. */
function versioned(count: number) {
  const looked = { times: 0 }
  const versions = range(count).map((i) => ({
    name: `v${i + 1}`,
    served: true,
    storage: i === 0,
    deprecated: i % 2 === 0,
    schema: {
      get openAPIV3Schema() {
        looked.times++
        return { type: 'object' as const, properties: { spec: { type: 'object' as const } } }
      },
    },
  }))
  const names = { plural: 'things', kind: 'Thing' }
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names, versions },
  }
  return { definition: definition as Definition, looked }
}

test('building the kinds of a CRD with many versions reads each schema once', () => {
  const { definition, looked } = versioned(200)
  const { standard } = createRegistry(exampleProfile, [])
  const kinds = kindsOfDefinition(definition, standard, true).map((kind) => kind(exampleProfile))
  expect(looked.times).toBe(200)
  expect(kinds.map(({ discovery }) => discovery.deprecation).slice(0, 3)).toEqual([
    'example.com/v1 Thing is deprecated; use example.com/v200 Thing',
    undefined,
    'example.com/v3 Thing is deprecated; use example.com/v200 Thing',
  ])
  expect(createRegistry(exampleProfile, kinds).versions('example.com')?.slice(0, 2)).toEqual(['v200', 'v199'])
  expect(kinds[1]?.storage.conversion?.schemaOf?.('example.com/v7')).toHaveProperty('properties.spec')
  expect(kinds[1]?.storage.conversion?.schemaOf?.('example.com/v201')).toBeUndefined()
})

test('finding the items of one list in another takes linear time', () => {
  let reads = 0
  const item = (i: number) => {
    const one = { i }
    Object.defineProperty(one, 'name', { enumerable: true, get: () => (reads++, `n${i}`) })
    return Object.freeze(one)
  }
  const old = Object.freeze(range(500).map(item))
  const schema = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
  } as const
  const earlier = earlierItems(schema, old)
  const found = range(500).map((i) => earlier({ name: `n${499 - i}` }))
  expect(found).toEqual(old.toReversed())
  expect(reads).toBeLessThan(500 * 5)
  expect(earlier({ name: 'other' })).toBeUndefined()
  expect(earlierItems(schema, [{ name: 'n1', first: true }, { name: 'n1' }])({ name: 'n1' })).toEqual({
    name: 'n1',
    first: true,
  })
})

test('typedProblem lists all errors of a value', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } },
  } as const
  expect(typedProblem({ a: ['x', 'y'] }, schema, '1.33')).toBeUndefined()
  expect(typedProblem({ a: ['x', 'x', 5] }, schema, '1.33')).toBe(
    'errors:\n  .a: duplicate entries for key [="x"]\n  .a[=5]: expected string, got &value.valueUnstructured{Value:5}',
  )
  expect(typedProblem({ a: ['x', 'x'] }, schema, '1.33', { repeats: true })).toBeUndefined()
})
