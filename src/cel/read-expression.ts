import { Duration, Timestamp } from './moments.js'
import { noOverload, typeNameOf } from './runtime-type.js'
import { TypeValue } from './type-value.js'
import { Uint } from './uint.js'
import { type Expr, type ExprType, foldOf } from './expression.js'
import { type LibraryType, type ParsedNode, type TypeHost, childrenOf } from './parsed.js'

/**
 * Converts a checked expression of the library. Throws an Error with a server's message for functions a server does not
 * have.
 */
export function readExpression(node: ParsedNode, host: TypeHost): Expr {
  const read = (one: ParsedNode) => readExpression(one, host)
  const type = typeOf(node.checkedType)
  const children = () => childrenOf(node).map(read)
  const operator = (name: string): Expr => ({ is: 'call', name, args: children(), type })
  switch (node.op) {
    case 'value':
      return { is: 'const', value: constantOf(node.args), type }
    case 'id': {
      const { alternate } = node.meta
      return { is: 'ident', name: String(node.args), type, ...(alternate ? { value: constantOf(alternate.args) } : {}) }
    }
    case '.':
    case '.?': {
      const [operand] = children()
      const [, field = ''] = node.args as readonly [ParsedNode, string] // what such a node has
      if (!operand) break
      return node.op === '.'
        ? { is: 'select', operand, field, test: false, type }
        : { is: 'call', name: '_?._', args: [operand, { is: 'const', value: field, type: TEXT }], type }
    }
    case '[]':
      return operator('_[_]')
    case '[?]':
      return operator('_[?_]')
    case 'list':
      return { is: 'list', items: children(), type }
    case 'map': {
      const pairs = node.args as readonly (readonly [ParsedNode, ParsedNode])[] // what such a node has
      return { is: 'map', entries: pairs.map(([key, value]) => [read(key), read(value)]), type }
    }
    case '?:':
      return operator('_?_:_')
    case '-_': {
      const [operand] = childrenOf(node)
      const number = operand?.op === 'value' ? operand.args : undefined
      // A literal may have a sign.
      return typeof number === 'number' || typeof number === 'bigint'
        ? { is: 'const', value: -number, type }
        : operator(node.op)
    }
    case '!_':
      return operator(node.op)
    case 'in':
      return operator('@in')
    case 'call':
    case 'rcall':
      return readCall(node, type, host)
    default:
      return operator(`_${node.op}_`)
  }
  throw new Error(`an expression has a node ${node.op} without operands`)
}

// The library has its own classes for unsigned integers and types.
function constantOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const [, type] = /^Type<(.*)>$/.exec(String(value)) ?? []
  if (type !== undefined) return new TypeValue(type === 'null' ? 'null_type' : type)
  const inner: unknown = value.valueOf()
  return typeof inner === 'bigint' ? new Uint(inner) : value
}

const TEXT: ExprType = { kind: 'string', name: 'string' }

function readCall(node: ParsedNode, type: ExprType, host: TypeHost): Expr {
  const read = (one: ParsedNode) => readExpression(one, host)
  const called = node.op === 'rcall'
  const [name = '', ...rest] = node.args as readonly [string, ...unknown[]] // the name of a call comes first
  const { macro } = node.meta
  if (!called && name === 'has') {
    const [tested] = (macro?.args ?? []).map(read)
    if (tested?.is === 'select') return { ...tested, test: true, type }
  }
  const target = called ? childrenOf(node)[0] : undefined
  const given = (rest.at(-1) ?? []) as readonly ParsedNode[] // its arguments come last
  if (node.meta.alternate && target) {
    const [variable, ...parts] = given
    const fold = foldOf(name, read(target), String(variable?.args), parts.map(read))
    if (fold) return fold
  }
  const args = given.map(read)
  const namespace = target ? namespaceOf(target) : undefined
  if (!target || namespace !== undefined)
    return {
      is: 'call',
      name: namespace === undefined ? name : `${namespace}.${name}`,
      args,
      type,
      run: runOf(node, host),
    }
  return { is: 'call', name, target: read(target), args, type, run: runOf(node, host) }
}

/** Returns the namespace that a function is called on, such as `sets`. */
const namespaceOf = (node: ParsedNode): string | undefined =>
  node.op === 'id' && node.meta.alternate && node.checkedType?.kind === 'message' ? String(node.args) : undefined

type Run = (values: readonly unknown[]) => unknown

/** Returns the type of a value at run time, for the library. */
function runtimeType(host: TypeHost, value: unknown, checked?: LibraryType): LibraryType {
  if (value instanceof Duration || value instanceof Timestamp || value instanceof Uint || value instanceof TypeValue)
    return host.getType(typeNameOf(value))
  try {
    return host.debugRuntimeType(value, checked)
  } catch {
    return host.getType('dyn')
  }
}

/** Returns the implementation of a call: chosen by the static types, or at run time by the values. */
function runOf(node: ParsedNode, host: TypeHost): Run {
  const called = node.op === 'rcall'
  const [name, ...rest] = node.args as readonly [string, ...unknown[]] // the name of a call comes first
  const given = rest.at(-1) as readonly ParsedNode[] // its arguments come last
  const operands = called ? [rest[0] as ParsedNode, ...given] : given // the receiver precedes them
  const find = (types: readonly LibraryType[]) => {
    const [first] = types
    return called && first ? node.candidates?.findFunction(types.slice(1), first) : node.candidates?.findFunction(types)
  }
  const checked = operands.flatMap(({ checkedType }) => (checkedType ? [checkedType] : []))
  const known = checked.length === operands.length && !checked.some((one) => one.hasDynType) ? find(checked) : undefined
  const [first] = operands
  const namespace = called && first && namespaceOf(first) !== undefined ? [first.meta.alternate?.args] : []
  if (known) return applied(known.handler, namespace)
  return (values) => {
    const all = [...namespace, ...values]
    const found = find(all.map((value, i) => runtimeType(host, value, operands[i]?.checkedType)))
    if (!found) throw noOverload(name, values)
    return found.handler.apply(host, all)
  }
}

// The closure holds neither the expression nor its environment, which are large.
const applied =
  (handler: (...args: unknown[]) => unknown, first: readonly unknown[]): Run =>
  (values) =>
    handler(...first, ...values)

const SCALARS: ReadonlySet<string> = new Set([
  ...['bool', 'int', 'uint', 'double', 'google.protobuf.Timestamp', 'google.protobuf.Duration'],
])

function typeOf(type: LibraryType | undefined): ExprType {
  if (!type) return { kind: 'dyn', name: 'dyn' }
  const { kind, name, valueType } = type
  if (name === 'string' || name === 'bytes') return { kind: name, name }
  if (SCALARS.has(name)) return { kind: 'scalar', name }
  if (kind === 'list' || kind === 'map') return { kind, name, ...(valueType ? { value: typeOf(valueType) } : {}) }
  if (kind === 'optional')
    return SCALARS.has(valueType?.name ?? '') ? { kind: 'scalar', name } : { kind: 'other', name }
  if (kind === 'dyn') return { kind: 'dyn', name: 'dyn' }
  return { kind: name.startsWith('selfType') ? 'struct' : 'other', name }
}
