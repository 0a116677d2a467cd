import { append } from '../base/append.js'
import type { Environment } from '@marcbachmann/cel-js'

/** A type of the library. */
export type LibraryType = {
  readonly kind: string
  readonly name: string
  readonly valueType?: LibraryType
  readonly keyType?: LibraryType
  readonly hasDynType: boolean
}

/** A function with one signature. */
type Declaration = { readonly handler: (...args: unknown[]) => unknown }

/**
 * A node of an expression that the library has parsed; `checkedType` is set once it is checked. The library's
 * declarations omit some of these fields.
 */
export type ParsedNode = {
  readonly op: string
  readonly args: unknown
  readonly input: string
  readonly pos: number
  readonly start: number
  readonly end: number
  checkedType?: LibraryType
  readonly meta: { alternate?: ParsedNode; macro?: Macro; check?: NodeCheck }
  evaluate: (host: TypeHost, node: ParsedNode, context: unknown) => unknown
  readonly candidates?: {
    findFunction: (types: readonly LibraryType[], receiver?: LibraryType) => Declaration | null
    findBinaryOverload: (left: LibraryType, right: LibraryType) => Declaration | false | null | undefined
  }
  readonly receiverWithArgs?: readonly ParsedNode[]
}

/** A macro that the library does not expand. */
type Macro = {
  readonly args?: readonly ParsedNode[]
  readonly receiver?: ParsedNode
  readonly arg?: ParsedNode
  readonly var?: string
  typeCheck: (checker: TypeCheckerHost, macro: Macro, context: unknown) => LibraryType
}

type NodeCheck = (checker: TypeCheckerHost, node: ParsedNode, context: unknown) => LibraryType

/** The type checker. */
type TypeCheckerHost = {
  readonly objectTypes: ReadonlyMap<string, { readonly fields?: object }>
  check: (node: ParsedNode, context: unknown) => LibraryType
  createError: (code: string, summary: string, node: object) => Error
  getType: (name: string) => LibraryType
}

/** Returns the types of values at run time. */
export type TypeHost = {
  debugRuntimeType: (value: unknown, checked?: LibraryType) => LibraryType
  getType: (name: string) => LibraryType
}

/** The result of the library's `parse`. */
type Parsed = {
  (context: object): unknown
  readonly ast: ParsedNode
  readonly check: () => { readonly valid: boolean; readonly error?: unknown; readonly type?: string }
}

/** Parses an expression. Throws the library's error. */
// The library's declarations omit fields of nodes.
export const parseExpression = (env: Environment, text: string): Parsed => env.parse(text) as unknown as Parsed

/** Returns the children of a node, in source order. */
export function childrenOf({ op, args }: ParsedNode): readonly ParsedNode[] {
  const found: ParsedNode[] = []
  const add = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(add)
    else if (typeof value === 'object' && value !== null && 'op' in value && 'pos' in value)
      found.push(value as ParsedNode) // only nodes have those
  }
  if (op !== 'value') add(args)
  return found
}

/** Returns all nodes of an expression. */
export const nodesOf = (root: ParsedNode): readonly ParsedNode[] => {
  const found = [root]
  for (const node of found) append(found, childrenOf(node))
  return found
}

/** Changes the library's checks where they differ from a server's. */
export function adaptNodes(root: ParsedNode): void {
  for (const node of nodesOf(root)) {
    const [name] = Array.isArray(node.args) ? (node.args as readonly unknown[]) : [] // nothing else is an array
    if (node.op === 'call' && name === 'has') widenPresence(node)
    else if (node.op === 'rcall' && name === 'bind') refuseBindings(node)
    else if (node.op === 'rcall' && name === 'format') mixArguments(node)
    else if (node.op === '.?') narrowOptional(node)
    else if (node.op === '[]') narrowIndex(node)
    else if (node.op === '==' || node.op === '!=') widenEquality(node)
    else if (node.op === '&&' || node.op === '||') checkOperands(node)
  }
}

/** Lets `has` take any expression before the last field (`has(self[0].b)`), which must exist by its type. */
function widenPresence(node: ParsedNode): void {
  const { macro } = node.meta
  const [tested] = macro?.args ?? []
  if (!macro || !tested) return
  macro.typeCheck = (checker, _, context) => {
    if (tested.op !== '.')
      throw checker.createError('invalid_macro_argument', 'has() invalid argument', placeAt(node, markOf(tested)))
    const [operand] = childrenOf(tested)
    if (operand) checker.check(operand, context)
    try {
      checker.check(tested, context)
    } catch (error) {
      const { code, summary } = error as { readonly code: string; readonly summary: string } // what the library throws
      // A server marks the parenthesis, not the field.
      const place = placeAt(node, node.input.indexOf('(', node.start) + 1)
      throw checker.createError(code, summary, { ...place, end: tested.end, op: '.' })
    }
    return checker.getType('bool')
  }
}

/** A server does not have `cel.bind`. */
function refuseBindings(node: ParsedNode): void {
  const { macro } = node.meta
  if (macro)
    macro.typeCheck = (checker) => {
      throw checker.createError('unknown_variable', 'Unknown variable: cel', placeAt(node, node.start))
    }
}

/** Nullable and optional values may be compared with null and with values of their type. */
function widenEquality(node: ParsedNode): void {
  const { check } = node.meta
  const [left, right] = childrenOf(node)
  if (!check || !left || !right) return
  node.meta.check = (checker, self, context) => {
    const [a, b] = [checker.check(left, context), checker.check(right, context)]
    const isNull = (a.name === 'null' && mayBeNull(b)) || (b.name === 'null' && mayBeNull(a))
    return isNull || (a.kind === 'optional' && b.kind === 'optional' && isSameInside(a, b))
      ? checker.getType('bool')
      : check(checker, self, context)
  }
}

const NULLABLE: ReadonlySet<string> = new Set(['google.protobuf.Timestamp', 'google.protobuf.Duration'])
const mayBeNull = ({ kind, name }: LibraryType) => kind === 'optional' || kind === 'message' || NULLABLE.has(name)
const isSameInside = ({ valueType: a }: LibraryType, { valueType: b }: LibraryType) =>
  a?.name === b?.name || [a?.kind, b?.kind].some((kind) => kind === 'dyn' || kind === 'param')

/** Reports each operand of a logical operator that is not a bool. */
function checkOperands(node: ParsedNode): void {
  const { check } = node.meta
  if (!check) return
  node.meta.check = (checker, self, context) => {
    for (const operand of childrenOf(self)) {
      const { name } = checker.check(operand, context)
      if (name === 'bool' || name === 'dyn') continue
      const place = { ...placeAt(operand, spotOf(operand)), end: operand.end, from: operand.start }
      throw checker.createError('logical_operator', `Logical operator requires bool operands, got '${name}'`, place)
    }
    return check(checker, self, context)
  }
}

/** The arguments of `format` may be of different types; other lists have items of one type. */
function mixArguments(node: ParsedNode): void {
  const [, list] = childrenOf(node)
  if (list?.op !== 'list') return
  list.meta.check = (checker, self, context) => {
    for (const item of childrenOf(self)) checker.check(item, context)
    return checker.getType('list')
  }
}

/** An optional field (`.?`) must still be declared by the type. */
function narrowOptional(node: ParsedNode): void {
  const [operand] = childrenOf(node)
  const [, field] = node.args as readonly [ParsedNode, string] // what such a node has
  const { check } = node.meta
  if (!operand || !check) return
  node.meta.check = (checker, self, context) => {
    const type = check(checker, self, context)
    const of = operand.checkedType?.kind === 'optional' ? operand.checkedType.valueType : operand.checkedType
    const { fields } = checker.objectTypes.get(of?.name ?? '') ?? {}
    if (fields && !Object.hasOwn(fields, field))
      throw checker.createError(
        'no_such_key',
        `No such key: ${field}`,
        placeAt(node, node.input.indexOf('.', operand.end) + 1),
      )
    return type
  }
}

/** Lists are indexed by integers and maps by their keys; nothing else can be indexed. */
function narrowIndex(node: ParsedNode): void {
  const [operand, index] = childrenOf(node)
  const { check } = node.meta
  if (!operand || !index || !check) return
  node.meta.check = (checker, self, context) => {
    const [of, by] = [checker.check(operand, context), checker.check(index, context)]
    if (isIndexed(of, by)) return check(checker, self, context)
    // A placeholder for a wrong part has no type.
    const name = index.op === 'id' && /^_+$/.test(String(index.args)) ? '!error!' : by.name
    const place = { ...placeAt(node, markOf(node)), end: node.end, op: '.', args: node.args }
    throw checker.createError('no_matching_overload', `Cannot index '${of.name}' by '${name}'`, place)
  }
}

const ANY: ReadonlySet<string> = new Set(['dyn', 'param', 'optional'])

function isIndexed({ kind, keyType }: LibraryType, index: LibraryType): boolean {
  if (ANY.has(kind)) return true
  const key = kind === 'list' ? 'int' : kind === 'map' ? (keyType?.name ?? 'dyn') : undefined
  return (
    key !== undefined && (key === 'dyn' || ANY.has(index.kind) || ANY.has(keyType?.kind ?? '') || index.name === key)
  )
}

/** Returns the position a server gives an expression: that of its operator, dot or bracket, otherwise its start. */
export function spotOf(node: ParsedNode): number {
  const [first] = childrenOf(node)
  const sign = node.op.startsWith('.') ? '.' : node.op === '?:' ? '?' : node.op
  const isBetween =
    first !== undefined && first.start === node.start && !['call', 'rcall', 'list', 'map', '[]'].includes(node.op)
  return isBetween ? node.input.indexOf(sign, first.end) : markOf(node)
}

const placeAt = ({ input }: ParsedNode, at: number) => ({ input, pos: at, start: at, end: at })

/** Returns the position a server marks: the bracket of a call or an access, otherwise the start. */
function markOf(node: ParsedNode): number {
  const bracket = { call: '(', rcall: '(', '[]': '[' }[node.op]
  const [operand] = childrenOf(node)
  const at = bracket ? node.input.indexOf(bracket, node.op === 'call' ? node.start : operand?.end) : -1
  return at < 0 ? node.start : at
}
