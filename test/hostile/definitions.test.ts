import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import { MOST_TURNS, turnsOf } from './support/turns.js'

// Definitions of thousands of schemas, rules and names: others are answered between their parts.

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

type Names = { readonly shortNames?: readonly string[] }

const definition = (plural: string, spec: object, names: Names = {}) => ({
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural, kind: plural.toUpperCase(), ...names },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
      },
    ],
  },
})

const members = (length: number, member: object) => Object.fromEntries(range(length).map((i) => [`p${i}`, member]))
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const rules = (length: number) => ({
  'x-kubernetes-validations': range(length).map((i) => ({ rule: `self.a > ${i}` })),
})
const text = { type: 'string' }

test.each([
  // What is not structural, what is said of defaults, which words there are, and where there are rules: a part each.
  ['properties', 40_000, (length: number) => object(members(length, text)), 40],
  [
    'alternatives',
    60_000,
    (length: number) => object({ a: { ...text, allOf: range(length).map(() => ({ minLength: 1 })) } }),
    65,
  ],
  ['patterns', 4000, (length: number) => object(members(length, { ...text, pattern: '^a' })), 38],
  ['defaults', 8000, (length: number) => object(members(length, { ...text, default: 'a' })), 22],
  ['rules of one schema', 3000, (length: number) => object({ a: { type: 'integer' } }, rules(length)), 140],
  [
    'schemas with rules',
    2000,
    (length: number) => object(members(length, object({ a: { type: 'integer' } }, rules(1)))),
    95,
  ],
] as const)('%s of a definition are checked in several turns', async (_, length, spec, turns) => {
  const cluster = createCluster({ seed: 1 })
  const define = async (plural: string, size: number) => {
    const made = await turnsOf(cluster, DEFINITIONS, { body: definition(plural, spec(size)) })
    expect(made.status).toBe(201)
    return made.turns
  }
  await define('warms', 2)
  const few = await define('fews', 2)
  const many = await define('manies', length)
  expect(many).toBeGreaterThanOrEqual(few + turns)
  expect(many).toBeLessThan(MOST_TURNS)
})

test('a long default goes on in each turn where it was', async () => {
  const cluster = createCluster({ seed: 1 })
  const list = (length: number) =>
    object({
      list: { type: 'array', items: text, 'x-kubernetes-list-type': 'set', default: range(length).map(String) },
    })
  await turnsOf(cluster, DEFINITIONS, { body: definition('warms', list(2)) })
  const { turns, status } = await turnsOf(cluster, DEFINITIONS, { body: definition('longs', list(20_000)) })
  expect(status).toBe(201)
  expect(turns).toBeLessThan(MOST_TURNS)
})

test('faults of a definition are told once, however many turns it takes to find them', async () => {
  const cluster = createCluster({ seed: 1 })
  const faultsOf = async (length: number) => {
    const spec = object({ ...members(length, text), wrong: { type: 'array' }, odd: { type: 'strange' } })
    const { reply, status } = await turnsOf(cluster, DEFINITIONS, { body: definition('wrongs', spec) })
    expect(status).toBe(422)
    return ((await reply.json()) as { readonly message: string }).message
  }
  expect(await faultsOf(30_000)).toBe(await faultsOf(0))
  const names = { shortNames: range(19_000).map((i) => `-${i}`) }
  const { reply } = await turnsOf(cluster, DEFINITIONS, { body: definition('names', object({}), names) })
  const { details } = (await reply.json()) as { readonly details: { readonly causes: readonly object[] } }
  expect(details.causes).toHaveLength(19_000)
})
