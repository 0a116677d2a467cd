import { readFileSync } from 'node:fs'
import { openApiOf } from '../../src/server/control/openapi.js'
import { operations } from '../../src/server/control/operations.js'
import { PREFIX } from '../../src/server/control/route.js'

/** What a value is in a client. */
export type Type =
  | { readonly kind: 'string' | 'boolean' | 'integer' | 'object' | 'any' }
  | { readonly kind: 'list'; readonly of: Type }
  | { readonly kind: 'struct'; readonly name: string }

type Field = { readonly name: string; readonly about: string | undefined; readonly type: Type }

/** An object of replies. */
type Struct = { readonly name: string; readonly fields: readonly Field[] }

/** A field of a request, and where in the request it is. */
export type Given = Field & { readonly place: 'path' | 'query' | 'body'; readonly isRequired: boolean }

/** An operation of control. */
export type Method = {
  /** In camel case. */
  readonly name: string
  readonly verb: string
  /** After the prefix, with `{id}` for a field. */
  readonly path: string
  readonly about: string
  readonly fields: readonly Given[]
  /** What the body is, where it is a text. */
  readonly text: string | undefined
  /** What it returns; the items of a reply that has nothing else. */
  readonly reply:
    | { readonly kind: 'nothing' }
    | { readonly kind: 'text' }
    | { readonly kind: 'items'; readonly of: Type }
    | { readonly kind: 'value'; readonly of: Type }
}

export type Api = {
  readonly version: string
  readonly prefix: string
  readonly methods: readonly Method[]
  readonly structs: readonly Struct[]
}

/** The names of the objects in replies, by the operations that reply with one or with a list of them. */
const NAMES: Readonly<Record<string, string>> = {
  load: 'Moment',
  populate: 'Moment',
  reset: 'Moment',
  restore: 'Moment',
  clock: 'Moment',
  clockAdvance: 'Moment',
  clockAdvanceTo: 'Moment',
  settled: 'Moment',
  idle: 'Moment',
  snapshot: 'Snapshot',
  snapshots: 'Snapshot',
  fork: 'Fork',
  forks: 'Fork',
  forksFaults: 'Fault',
  forksCompare: 'Difference',
  clockNext: 'Move',
  hooks: 'Hook',
  hooksPending: 'Hook',
  hooksAdd: 'Script',
  hooksRelease: 'HookRelease',
  pause: 'Pause',
  version: 'Versions',
  webhooks: 'InstalledWebhooks',
  watches: 'Watch',
  watchesRelease: 'WatchRelease',
  journal: 'Journal',
  accessUnused: 'UnneededRule',
  accessRefused: 'Refusal',
  why: 'Origin',
  diff: 'Change',
  history: 'History',
  controllers: 'Controller',
  routes: 'Route',
  fleet: 'FleetCluster',
  fleetSettled: 'Moment',
  fleetSnapshot: 'FleetSnapshot',
  fleetSnapshots: 'FleetSnapshot',
  fleetRestore: 'Moment',
  fleetFork: 'Fork',
  fleetForks: 'Fork',
}

/** A schema of the OpenAPI document, as far as it is read here. */
type Schema = {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: unknown
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

type Described = {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly description: string
    readonly required: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly description?: string; readonly content: Content }
  readonly responses: { readonly 200: { readonly content: Content } }
}

/** Reads the OpenAPI document of control. @throws Error for a reply whose object has no name here */
export function readApi(): Api {
  // its shape is that of openApiOf
  const paths = openApiOf(operations)['paths'] as Readonly<Record<string, Readonly<Record<string, Described>>>>
  const structs = new Map<string, Struct>()
  const methods = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, described]): Method => ({
      name: described.operationId,
      verb: verb.toUpperCase(),
      path: path.slice(PREFIX.length),
      about: described.summary,
      fields: fieldsOf(described),
      text: textOf(described),
      reply: replyOf(described, structs),
    })),
  )
  // the package's own, which has a version
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return { version, prefix: PREFIX, methods, structs: [...structs.values()] }
}

/** The fields of a request, those in its path first. */
function fieldsOf({ parameters = [], requestBody }: Described): readonly Given[] {
  const body = requestBody?.content['application/json']?.schema
  return [
    ...parameters.map(({ name, in: place, description, required, schema }): Given => ({
      name,
      about: description,
      type: typeOf(schema),
      place,
      isRequired: required,
    })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]): Given => ({
      name,
      about: schema.description,
      type: typeOf(schema),
      place: 'body',
      isRequired: body?.required?.includes(name) ?? false,
    })),
  ]
}

const textOf = ({ requestBody }: Described): string | undefined =>
  requestBody && !requestBody.content['application/json'] ? requestBody.description : undefined

function replyOf({ operationId, responses }: Described, structs: Map<string, Struct>): Method['reply'] {
  const schema = responses[200].content['application/json']?.schema
  if (!schema) return { kind: 'text' }
  const { properties = {}, additionalProperties } = schema
  const [[first, items] = [], ...others] = Object.entries(properties)
  if (first === undefined) return additionalProperties === false ? { kind: 'nothing' } : { kind: 'value', of: OBJECT }
  const named = NAMES[operationId]
  if (named === undefined) {
    // It is open, and described elsewhere: a Bundle.
    if (additionalProperties !== false) return { kind: 'value', of: OBJECT }
    throw new Error(`the object in the reply of ${operationId} has no name in tools/clients/api.ts`)
  }
  if (first === 'items' && others.length === 0)
    return { kind: 'items', of: structOf(named, items?.items ?? {}, structs) }
  return { kind: 'value', of: structOf(named, schema, structs) }
}

const OBJECT: Type = { kind: 'object' }

/** Returns the type of an object with members: a struct, which has all the members of objects of its name. */
function structOf(name: string, { properties = {} }: Schema, structs: Map<string, Struct>): Type {
  const fields = Object.entries(properties).map(([member, schema]): Field => ({
    name: member,
    about: schema.description,
    type: schema.properties
      ? structOf(`${name}${member.charAt(0).toUpperCase()}${member.slice(1)}`, schema, structs)
      : typeOf(schema),
  }))
  const known = structs.get(name)?.fields ?? []
  structs.set(name, {
    name,
    fields: [...known, ...fields.filter((each) => !known.some((one) => one.name === each.name))],
  })
  return { kind: 'struct', name }
}

function typeOf({ type, items, anyOf }: Schema): Type {
  // A duration is a text, or a number of milliseconds: clients give the text.
  if (anyOf?.[0]?.type === 'string') return { kind: 'string' }
  if (type === 'array') return { kind: 'list', of: typeOf(items ?? {}) }
  if (type === 'string' || type === 'boolean' || type === 'integer' || type === 'object') return { kind: type }
  return { kind: 'any' }
}
