import { wordingNow } from '../base/errors/wording.js'
import { goQuote } from '../base/go/printable.js'
import { type JsonTree, unheldNumber } from '../base/json/json-tree.js'
import { canonicalQuantity } from '../base/numbers/quantity.js'
import { parseBase64 } from '../base/rules/base64.js'
import { parseMicroTime, parseTime } from '../base/time/time.js'
import { fitsInteger } from './integer.js'
import type { Schema } from './types.js'

/** The errors of decoding a body by its schema. */
type Explanation = {
  /** The message of Go's decoder for the first value that does not fit. */
  readonly problem: string | undefined
  /** Errors of strict decoding: `unknown field "spec.foo"`, `duplicate field "kind"`, in the order of the body. */
  readonly faults: readonly string[]
}

/** The maximum number of strict errors that the decoder keeps. */
const MOST_FAULTS = 100

/** Walks a body in its own order and returns the error messages of decoding it. */
export function explain(schema: Schema, tree: JsonTree): Explanation {
  const walk: Walk = { saved: undefined, faults: new Set() }
  try {
    visit(schema, tree, { struct: '', field: [], at: '' }, walk)
  } catch (error) {
    if (!(error instanceof Abort)) throw error
    walk.saved = error.message
  }
  return { problem: walk.saved, faults: [...walk.faults] }
}

function addFault({ faults }: Walk, textOf: (field: string) => string, field: string): void {
  if (faults.size < MOST_FAULTS) faults.add(textOf(field))
}

/** Returns the name of a schema's type as Go prints it. */
export function goType(schema: Schema): string {
  if (schema.format === 'byte') return '[]uint8'
  if (schema.component) return schema.component.split('.').slice(-2).join('.')
  const format = schema.format && FORMAT_TYPES[schema.format]
  if (format) return format
  if (schema.type === 'array') return `[]${schema.items ? goType(schema.items) : 'interface {}'}`
  if (schema.type === 'object')
    return `map[${schema.keyComponent ?? 'string'}]${schema.additionalProperties ? goType(schema.additionalProperties) : 'interface {}'}`
  if (schema.type === 'integer') return schema.format ?? 'int64'
  if (schema.type === 'boolean') return 'bool'
  if (schema.type === 'number') return 'float64'
  return 'string'
}

const FORMAT_TYPES: Partial<Record<NonNullable<Schema['format']>, string>> = {
  'date-time': 'v1.Time',
  'micro-time': 'v1.MicroTime',
  quantity: 'resource.Quantity',
  'int-or-string': 'intstr.IntOrString',
}

/** The position of the walk: the innermost struct, the field path without indexes, and the path with them. */
type DecodePosition = { readonly struct: string; readonly field: readonly string[]; readonly at: string }
type Walk = { saved: string | undefined; readonly faults: Set<string> }
type ObjectTree = Extract<JsonTree, { type: 'object' }>

// An error of a type's own UnmarshalJSON aborts decoding; a plain type error is saved and decoding continues.
class Abort extends Error {}

function visit(schema: Schema, tree: JsonTree, position: DecodePosition, walk: Walk): void {
  if (tree.type === 'null' || tree.type === schema.or || schema.raw) return
  if (schema.or) return visitEither(schema, schema.or, tree, position)
  switch (schema.format) {
    case 'quantity':
      return visitQuantity(tree)
    case 'int-or-string':
      if (tree.type !== 'string') visitInteger(tree, 'int32', position, abort)
      return
    case 'date-time':
      return visitText(tree, parseTime, position)
    case 'micro-time':
      return visitText(tree, parseMicroTime, position)
    case 'byte':
      return visitBytes(tree, position, walk)
  }
  switch (schema.type) {
    case 'integer':
      return visitInteger(tree, schema.format ?? 'int64', position, (text) => save(walk, text))
    case 'array':
      if (tree.type !== 'array') return save(walk, mismatch(tree, schema, position))
      return tree.items.forEach(
        (item, i) => schema.items && visit(schema.items, item, { ...position, at: `${position.at}[${i}]` }, walk),
      )
    case 'object':
      if (tree.type !== 'object') return save(walk, mismatch(tree, schema, position))
      return schema.properties ? visitStruct(schema, tree, position, walk) : visitMap(schema, tree, position, walk)
    case 'string':
    case 'boolean':
    case 'number': {
      const unheld = schema.type === 'number' ? unheldNumber(tree, target(position)) : undefined
      if (tree.type !== schema.type) save(walk, mismatch(tree, schema, position))
      else if (unheld !== undefined) save(walk, unheld)
    }
  }
}

// A type's own UnmarshalJSON decodes its input as a separate document, not strictly; of the fields inside, its errors
// tell only the type. The one for a schema or a list ignores anything else.
function visitEither(
  { or: _, ...schema }: Schema,
  other: 'boolean' | 'array',
  tree: JsonTree,
  position: DecodePosition,
): void {
  if (tree.type !== 'object') return other === 'boolean' ? abort('boolean or JSON schema expected') : undefined
  const { problem } = explain(schema, tree)
  if (problem !== undefined)
    throw new Abort(
      problem.replace(
        / Go (?:struct field \S+|value) of type /,
        ` Go struct field ${position.struct}.${position.field.join('.')} of type `,
      ),
    )
}

/** Returns a function for the names of an object's members, which reports each duplicate name once. */
function duplicatesIn(walk: Walk): (name: string, at: string) => void {
  const counts = new Map<string, number>()
  return (name, at) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count === 2) addFault(walk, duplicateFieldText, at)
  }
}

function visitStruct(schema: Schema, { members }: ObjectTree, position: DecodePosition, walk: Walk): void {
  const { properties = {} } = schema
  const struct = schema.component?.split('.').at(-1) ?? position.struct
  const note = duplicatesIn(walk)
  for (const { name, value } of members) {
    const at = position.at ? `${position.at}.${name}` : name
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known) {
      note(name, at)
      const through = known.embedded && wordingNow().namesEmbedded ? known.embedded : []
      visit(known, value, { struct, field: [...position.field, ...through, name], at }, walk)
    } else if (!schema['x-kubernetes-preserve-unknown-fields']) addFault(walk, unknownFieldText, at)
  }
}

function visitMap(schema: Schema, { members }: ObjectTree, position: DecodePosition, walk: Walk): void {
  if (!schema.additionalProperties) return
  const note = duplicatesIn(walk)
  for (const { name, value } of members) {
    const at = `${position.at}.${name}`
    note(name, at)
    visit(schema.additionalProperties, value, { ...position, at }, walk)
  }
}

function visitQuantity(tree: JsonTree): void {
  const quantity = canonicalQuantity(
    tree.type === 'string' ? tree.value : tree.type === 'number' ? tree.text : tree.type,
  )
  if ('error' in quantity) abort(quantity.error)
}

function visitText(
  tree: JsonTree,
  parse: (text: string) => { readonly error?: string | undefined },
  position: DecodePosition,
): void {
  if (tree.type !== 'string')
    return abort(`json: cannot unmarshal ${jsonKind(tree)} into ${target(position)} of type string`)
  const { error } = parse(tree.value)
  if (error !== undefined) abort(error)
}

function visitInteger(tree: JsonTree, type: string, position: DecodePosition, fail: (text: string) => void): void {
  if (tree.type === 'number' && fitsInteger(tree.text, type)) return
  fail(notOfType(tree, type, position))
}

const notOfType = (tree: JsonTree, type: string, position: DecodePosition) =>
  `json: cannot unmarshal ${tree.type === 'number' ? `number ${tree.text}` : jsonKind(tree)} into ${target(position)} of type ${type}`

const isByte = (text: string) => /^\d+$/.test(text) && Number(text) <= 255

/** Checks bytes: base64, or a list of numbers. */
function visitBytes(tree: JsonTree, position: DecodePosition, walk: Walk): void {
  if (tree.type === 'array') {
    const wrong = tree.items.find((item) => item.type !== 'null' && !(item.type === 'number' && isByte(item.text)))
    return wrong && save(walk, notOfType(wrong, 'uint8', position))
  }
  if (tree.type !== 'string')
    return save(walk, `json: cannot unmarshal ${jsonKind(tree)} into ${target(position)} of type []uint8`)
  const { error } = parseBase64(tree.value)
  if (error !== undefined) save(walk, error)
}

const mismatch = (tree: JsonTree, schema: Schema, position: DecodePosition) =>
  `json: cannot unmarshal ${jsonKind(tree)} into ${target(position)} of type ${goType(schema)}`
const target = ({ struct, field }: DecodePosition) =>
  field.length > 0 ? `Go struct field ${struct}.${field.join('.')}` : 'Go value'

function abort(text: string): never {
  throw new Abort(text)
}

function save(walk: Walk, text: string): void {
  walk.saved ??= text
}

/** Returns the name that Go's decoder has for the type of a JSON value. */
const jsonKind = ({ type }: JsonTree): string => (type === 'boolean' ? 'bool' : type)

/** Returns `unknown field "spec.foo"`, the text of warnings and strict errors. */
export const unknownFieldText = (path: string): string => `unknown field ${goQuote(path)}`

/** The same for decoding from or into unstructured values: the path is not quoted as a Go string. */
export const unknownPathText = (path: string): string => `unknown field "${path}"`

/** Returns `duplicate field "spec.foo"`, the text of warnings and strict errors. */
export const duplicateFieldText = (path: string): string => `duplicate field ${goQuote(path)}`
