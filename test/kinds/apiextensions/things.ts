import { expect } from 'vitest'
import { type Cluster, createCluster } from '../../../src/index.js'
import { definitionOf as define, versionOf } from '../../suites/definition.js'

// Definitions of the kind Thing, and what the server answers to them.

export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
export const OBJECTS = '/apis/shop.io/v1/namespaces/default/things'

export type KubeObject = { readonly metadata: { readonly resourceVersion: string } }
export type Schema = { readonly [word: string]: unknown }
export const text = (maxLength = 20, more: Schema = {}): Schema => ({ type: 'string', maxLength, ...more })
export const number: Schema = { type: 'integer' }
export const flag: Schema = { type: 'boolean' }
export const struct = (properties: Schema, more: Schema = {}): Schema => ({ type: 'object', properties, ...more })
export const list = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, maxItems: 8, ...more })
export const map = (additionalProperties: Schema, more: Schema = {}): Schema => ({
  type: 'object',
  additionalProperties,
  maxProperties: 8,
  ...more,
})

export const definitionOf = (schema: Schema, version: Schema = {}, spec: Schema = {}) => {
  const things = define('things.shop.io', 'Thing', [versionOf(schema, version)])
  return { ...things, spec: { ...things.spec, ...spec } }
}

export const post = async (cluster: Cluster, path: string, body: object) => {
  const reply = await cluster.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as { readonly message?: string } & Record<string, unknown> }
}

/** Creates a definition with the schema for spec, then an object for each value; returns the status codes of the objects. */
export async function outcomes(spec: Schema, ...values: readonly unknown[]): Promise<readonly number[]> {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const defined = await post(cluster, DEFINITIONS, definitionOf(struct({ spec })))
  expect(defined.body.message).toBeUndefined()
  const found: number[] = []
  for (const [i, value] of values.entries()) {
    const object = { apiVersion: 'shop.io/v1', kind: 'Thing', metadata: { name: `t-${i}` }, spec: value }
    found.push((await post(cluster, OBJECTS, object)).status)
  }
  return found
}
