import {
  always,
  array,
  boolean,
  bytes,
  int32,
  int64,
  intOrString,
  map,
  microTime,
  nullable,
  pointer,
  quantity,
  string,
  struct,
  time,
} from '../../schema/builders.js'
import { objectMeta } from '../../schema/metadata.js'
import type { Schema } from '../../schema/types.js'
import { structs } from './structs.js'

type Members = { readonly [member: string]: Schema }

// name, emptiness, * required, :type, @list keys, +merge key, ~ retainKeys, ^ atomic, % granular, {values}, =default
const MEMBER =
  /^(\w+)(!\?|!|\?)?(\*)?(?::((?:\[\]|\{\})*[\w.]+))?(?:@([\w,]+))?(?:\+(\w*))?(~)?([\^%])?(?:\{([^}]*)\})?(?:=(.*))?$/

const SCALARS: { readonly [type: string]: () => Schema } = {
  string,
  int32,
  int64,
  bool: boolean,
  bytes,
  quantity,
  time,
  microTime,
  intOrString,
  metadata: () => objectMeta,
  any: () => ({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
}

let lines: ReadonlyMap<string, readonly string[]> | undefined
const made = new Map<string, Schema>()

/** The members of a struct by its short name (`core.v1.PodSpec`). Nothing is read before it is asked for. */
export function membersOf(name: string): Members {
  return structOf(name).properties ?? {}
}

/** Those of them that documents call required. */
export const requiredOf = (name: string): readonly string[] => structOf(name).required ?? []

/** A struct by its short name. */
export function structOf(name: string): Schema {
  let schema = made.get(name)
  if (!schema) made.set(name, (schema = readStruct(name)))
  return schema
}

function readStruct(name: string): Schema {
  lines ??= readLines()
  const atomic = lines.has(`${name}^`)
  const members = lines.get(atomic ? `${name}^` : name)
  if (!members) throw new Error(`there is no struct ${name}`)
  const home = name.slice(0, name.lastIndexOf('.') + 1)
  const read = members.map((member) => readMember(member, home))
  const properties = Object.fromEntries(read.map(({ name, schema }) => [name, schema]))
  const required = read.filter((member) => member.required || isRequired(member.schema)).map((member) => member.name)
  return struct(componentOf(name), properties, {
    ...(required.length > 0 ? { required } : {}),
    ...(atomic ? { 'x-kubernetes-map-type': 'atomic' } : {}),
  })
}

// Structs, times and amounts are always written too, which does not make them required.
const FORMATTED: readonly (string | undefined)[] = ['date-time', 'micro-time', 'quantity', 'int-or-string']
const isRequired = ({ empty, properties, format }: Schema) =>
  empty === 'emit' && !properties && !FORMATTED.includes(format)

const readLines = () =>
  new Map(
    structs
      .trim()
      .replaceAll('\n ', ' ')
      .split('\n')
      .map((line) => {
        const [name, ...members] = line.split(' ')
        return [name!, members] as const
      }),
  )

const componentOf = (name: string) =>
  name.startsWith('meta.v1.') ? `io.k8s.apimachinery.pkg.apis.${name}` : `io.k8s.api.${name}`

function readMember(
  text: string,
  home: string,
): { readonly name: string; readonly schema: Schema; readonly required: boolean } {
  const [, name = '', emptiness, required, type = 'string', keys, mergeKey, retains, mapType, values, given] =
    MEMBER.exec(text) ?? []
  if (!name) throw new Error(`a member cannot be read: ${text}`)
  const strategy = [...(mergeKey === undefined ? [] : ['merge']), ...(retains ? ['retainKeys'] : [])].join(',')
  const schema: Schema = {
    ...typeOf(type, home, keys, values?.split(',')),
    ...(strategy ? { 'x-kubernetes-patch-strategy': strategy } : {}),
    ...(mergeKey ? { 'x-kubernetes-patch-merge-key': mergeKey } : {}),
    ...(mapType ? { 'x-kubernetes-map-type': mapType === '^' ? 'atomic' : 'granular' } : {}),
    ...(given === undefined ? {} : { default: type === 'bool' ? given === 'true' : given }),
  }
  const written =
    emptiness === '!?'
      ? nullable(schema)
      : emptiness === '!'
        ? always(schema)
        : emptiness === '?'
          ? pointer(schema)
          : schema
  return { name, schema: written, required: required !== undefined }
}

function typeOf(type: string, home: string, keys?: string, values?: readonly string[]): Schema {
  if (type.startsWith('[]'))
    return array(
      typeOf(type.slice(2), home, undefined, values),
      keys === undefined ? {} : keys === 'set' ? { list: 'set' } : { list: 'map', keys: keys.split(',') },
    )
  if (type.startsWith('{}')) return map(typeOf(type.slice(2), home))
  const schema = SCALARS[type]?.() ?? structOf(type.includes('.') ? type : home + type)
  return values ? { ...schema, enum: values } : schema
}
