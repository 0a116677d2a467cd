import {
  always,
  array,
  boolean,
  bytes,
  duration,
  int32,
  int64,
  intOrString,
  map,
  microTime,
  nullable,
  pointer,
  quantity,
  string,
  time,
} from '../../schema/builders.js'
import { laterObjectMeta, objectMeta } from '../../schema/metadata.js'
import type { Schema } from '../../schema/types.js'
import type { KubernetesVersion } from './kubernetes-version.js'
import { omitsUnsetCreation } from './root-schema.js'
import {
  type MemberForm,
  type ScalarWord,
  type StructMember,
  type TypeWord,
  findNamedType,
  findStruct,
  flatMembers,
  isScalarWord,
} from './struct-lines.js'

type Members = { readonly [member: string]: Schema }

/** The lists and maps, by struct, for which a rule of a kind tells empty from missing. */
export type KeptEmpty = { readonly [struct: string]: readonly string[] }

const NONE: KeptEmpty = {}

/**
 * What schemas are built for: members that are kept, and a version; and the schemas built so far. Kinds with the same
 * ones share schemas, and so do members of the same form.
 */
type Variant = {
  readonly kept: KeptEmpty
  readonly version: KubernetesVersion | undefined
  readonly structs: Map<string, Schema>
  readonly members: Map<MemberForm, Schema>
}

const variants = new Map<KeptEmpty, Map<KubernetesVersion | undefined, Variant>>()

function variantOf(kept: KeptEmpty, version: KubernetesVersion | undefined): Variant {
  let versions = variants.get(kept)
  if (!versions) variants.set(kept, (versions = new Map()))
  let variant = versions.get(version)
  if (!variant) versions.set(version, (variant = { kept, version, structs: new Map(), members: new Map() }))
  return variant
}

/**
 * Returns the schema of a Kubernetes API struct by its short name (`core.v1.PodSpec`), built on demand from the
 * generated data: as it is in a version, or with the members of all versions. Empty lists and maps are left out as if
 * they were missing, except for those in `kept`. It is frozen as it is made, which is cheaper than afterwards.
 */
export const structOf = (name: string, kept: KeptEmpty = NONE, version?: KubernetesVersion): Schema =>
  structIn(variantOf(kept, version), name)

function structIn(variant: Variant, name: string): Schema {
  const { kept, version, structs } = variant
  const found = structs.get(name)
  if (found) return found
  const special = SPECIAL[name]
  if (special) return special()
  const line = findStruct(name, version)
  if (!line) throw new Error(`there is no struct ${name}`)
  const members = flatMembers(line, version)
  const required = namesOfRequired(members)
  // Registered before it is filled in, because a struct may contain itself.
  const properties: { [member: string]: Schema } = {}
  const schema: Schema = {
    type: 'object',
    component: componentOf(name),
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(name === SHARED ? { isShared: true } : {}),
    ...(line.isAtomic ? { 'x-kubernetes-map-type': 'atomic' } : {}),
  }
  structs.set(name, schema)
  if (line.isObject) Object.assign(properties, { kind: string(), apiVersion: string() })
  const keptHere = kept[name]
  for (const member of members) {
    const schema = memberOf(member, variant)
    properties[member.name] = keptHere?.includes(member.name) ? Object.freeze(pointer(schema)) : schema
  }
  Object.freeze(properties)
  return Object.freeze(schema)
}

// Templates have it, and the pods that are made from them.
const SHARED = 'core.v1.PodSpec'

// The members of every object.
const COMMON: readonly string[] = ['kind', 'apiVersion', 'metadata']

/** Returns the members of a kind's struct, without those of every object. */
export const membersOf = (name: string, kept?: KeptEmpty, version?: KubernetesVersion): Members =>
  Object.fromEntries(
    Object.entries(structOf(name, kept, version).properties ?? {}).filter(([member]) => !COMMON.includes(member)),
  )

/** Returns the members of a struct that OpenAPI documents list as required; none if there is no such struct. */
export function requiredOf(name: string, version?: KubernetesVersion): readonly string[] {
  const line = findStruct(name, version)
  return line ? namesOfRequired(flatMembers(line, version)) : []
}

function namesOfRequired(members: readonly StructMember[]): readonly string[] {
  const names: string[] = []
  for (const { name, form } of members) if (form.isRequired) names.push(name)
  return names
}

const PACKAGES: { readonly [home: string]: string } = {
  'meta.v1': 'io.k8s.apimachinery.pkg.apis.meta.v1',
  'apiextensions.v1': 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1',
  'apiregistration.v1': 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1',
  'metrics.v1beta1': 'io.k8s.metrics.pkg.apis.metrics.v1beta1',
  runtime: 'io.k8s.apimachinery.pkg.runtime',
}

const API = 'io.k8s.api.'

/** Returns the OpenAPI name of a struct (`io.k8s.api.core.v1.PodSpec`). */
export function componentOf(name: string): string {
  const home = name.slice(0, name.lastIndexOf('.'))
  return `${PACKAGES[home] ?? API + home}${name.slice(home.length)}`
}

/**
 * Returns the short name of the struct of a component (`core.v1.PodSpec`); undefined if it is not of the Kubernetes
 * API.
 */
export function structNameOf(component: string): string | undefined {
  const [home, prefix] = Object.entries(PACKAGES).find(([, prefix]) => component.startsWith(`${prefix}.`)) ?? []
  if (home !== undefined && prefix !== undefined) return home + component.slice(prefix.length)
  return component.startsWith(API) ? component.slice(API.length) : undefined
}

function memberOf({ form, embedded }: StructMember, variant: Variant): Schema {
  let schema = variant.members.get(form)
  if (!schema) variant.members.set(form, (schema = Object.freeze(schemaOf(form, variant))))
  return embedded ? Object.freeze({ ...schema, embedded }) : schema
}

function schemaOf(
  { type, keys, strategies, mergeKey, mapType, default: given, written }: MemberForm,
  variant: Variant,
): Schema {
  const list = keys && (keys[0] === 'set' ? { list: 'set' as const } : { list: 'map' as const, keys })
  const held: Schema =
    keys?.[0] === 'atomic'
      ? { ...typeOf(type, variant), 'x-kubernetes-list-type': 'atomic' }
      : typeOf(type, variant, list)
  const isPlain = strategies.length === 0 && !mapType && given === undefined
  const schema: Schema = isPlain
    ? held
    : {
        ...held,
        ...(strategies.length > 0 ? { 'x-kubernetes-patch-strategy': strategies.join(',') } : {}),
        ...(mergeKey ? { 'x-kubernetes-patch-merge-key': mergeKey } : {}),
        ...(mapType ? { 'x-kubernetes-map-type': mapType } : {}),
        ...(given === undefined ? {} : { default: valueOf(held, given) }),
      }
  switch (written) {
    case 'always':
      return always(schema)
    case 'alwaysOrNull':
      return nullable(schema)
    case 'asGiven':
      return pointer(schema)
    case 'whenFull':
      return schema
  }
}

const valueOf = ({ type }: Schema, text: string) =>
  type === 'boolean' ? text === 'true' : type === 'integer' ? Number(text) : text

type ListType = Parameters<typeof array>[1]

function typeOf({ around, inside, key }: TypeWord, variant: Variant, list?: ListType): Schema {
  if (around.length > 0) {
    const inner = Object.freeze(typeOf({ around: around.slice(1), inside }, variant))
    if (around[0] === 'list') return array(inner, list)
    return key === undefined ? map(inner) : { ...map(inner), keyComponent: goNameOf(key) }
  }
  if (inside === 'metadata') return metadataIn(variant.version)
  if (isScalarWord(inside)) return SCALARS[inside]()
  const named = findNamedType(inside, variant.version)
  if (!named) return structIn(variant, inside)
  const component = goNameOf(inside)
  return { ...typeOf(named.type, variant, list), component, ...(named.values ? { enum: named.values } : {}) }
}

// As Go prints a type: the last element of its package path, and its name.
const goNameOf = (name: string) => name.split('.').slice(-2).join('.')

// Any JSON, kept as given.
const anyJson = (): Schema => ({ type: 'object', raw: true, 'x-kubernetes-preserve-unknown-fields': true })

/** Returns the schema of the metadata of an object inside another. */
const metadataIn = (version: KubernetesVersion | undefined): Schema =>
  version !== undefined && omitsUnsetCreation(version) ? laterObjectMeta : objectMeta

const SCALARS: { readonly [word in ScalarWord]: () => Schema } = {
  string,
  int32,
  int64,
  bool: boolean,
  float64: () => ({ type: 'number', format: 'double' }),
  bytes,
  quantity,
  time,
  microTime,
  duration,
  intOrString,
  metadata: () => objectMeta,
  fields: anyJson,
  any: () => ({ ...anyJson(), component: componentOf('runtime.RawExtension') }),
  json: () => ({ component: componentOf(JSON_TYPE), told: componentOf(JSON_TYPE) }),
}

const JSON_TYPE = 'apiextensions.v1.JSON'
const PROPS = 'apiextensions.v1.JSONSchemaProps'
const OR_ARRAY = `${PROPS}OrArray`
const OR_BOOL = `${PROPS}OrBool`
const OR_STRINGS = `${PROPS}OrStringArray`

// Types with a custom JSON form: a schema, or another value in its place.
const SPECIAL: { readonly [name: string]: () => Schema } = {
  [OR_ARRAY]: () => ({ ...structOf(PROPS), or: 'array', told: componentOf(OR_ARRAY) }),
  [OR_BOOL]: () => ({ ...structOf(PROPS), or: 'boolean', told: componentOf(OR_BOOL) }),
  [OR_STRINGS]: () => ({ ...structOf(PROPS), or: 'array', told: componentOf(OR_STRINGS) }),
}
