import { MAX_JSON_DEPTH, tooDeepText } from '../json/json-depth.js'
import { compareBytes, setOwn, isObject } from '../json/json.js'
import { YamlFault } from './fault.js'
import { isMerge, merges } from './merge.js'
import type { AliasNode, MappingNode, ScalarNode, YamlNode } from './nodes.js'
import { type Key, keyOf, keySyntax, keyText, nodeSyntax, unfitKey } from './key.js'
import { scalarOf } from './scalar.js'
import type { TextPlace } from './token.js'

// The maximum share of steps caused by aliases, in a small document and in a large one.
const [SMALL, LARGE] = [400_000, 4_000_000]
const [MOST_OF_SMALL, MOST_OF_LARGE] = [0.99, 0.1]

/** The maximum length of text repeated by aliases, the same as for the copies of a JSON patch. */
const MAX_REPEATED = 3 * 1024 * 1024

/** Limits the amplification by the aliases of a document. */
type Aliasing = {
  /** Counts a node that is decoded, directly or through an alias. */
  readonly count: (node: YamlNode) => void
  /** Called before the target of an alias is decoded. */
  readonly enter: (alias: AliasNode) => void
  /** Called after it has been decoded. */
  readonly leave: (alias: AliasNode) => void
}

/** Starts counting, with the limits of gopkg.in/yaml.v2. */
function createAliasing(): Aliasing {
  const open = new Set<AliasNode>()
  let steps = 0
  let aliased = 0
  let repeated = 0
  return {
    count: (node) => {
      steps++
      if (open.size === 0) return
      aliased++
      if (node.type === 'scalar') repeated += node.value.length
      if ((aliased > 100 && steps > 1000 && aliased / steps > allowed(steps)) || repeated > MAX_REPEATED)
        throw new YamlFault('document contains excessive aliasing', node)
    },
    enter: (alias) => {
      if (open.has(alias)) throw new YamlFault(`anchor '${alias.name}' value contains itself`, alias)
      open.add(alias)
    },
    leave: (alias) => void open.delete(alias),
  }
}

function allowed(steps: number): number {
  if (steps <= SMALL) return MOST_OF_SMALL
  if (steps >= LARGE) return MOST_OF_LARGE
  return MOST_OF_SMALL - ((MOST_OF_SMALL - MOST_OF_LARGE) * (steps - SMALL)) / (LARGE - SMALL)
}

/** Thrown for valid YAML that has no JSON equivalent. */
export class UnfitValue extends Error {
  readonly place: TextPlace
  constructor(message: string, place: TextPlace) {
    super(message)
    this.place = { at: place.at, line: place.line }
  }
}

/** A duplicate key: where it is repeated, and the error of the server's strict decoder. */
type DuplicateKey = TextPlace & { readonly key: Key; readonly message: string }

/** The maximum number of duplicate keys reported for a document; every key may be one. */
const MOST_DUPLICATES = 1000

/** A document as JSON, and the errors of a strict decoder for duplicate keys, in the order it finds them. */
export type DecodedYaml = {
  /** Integers that JavaScript cannot represent exactly are bigints. */
  readonly value: unknown
  /** Whether the value contains a bigint. */
  readonly hasBigints: boolean
  readonly duplicates: readonly DuplicateKey[]
}

type Order = 'bytes' | 'written'

/**
 * Starts converting a document to JSON as sigs.k8s.io/yaml does: the last duplicate of a key wins, a merge (`<<`) sets
 * its keys where it occurs, and members are in byte order, or as written. Each call processes `most` more values and
 * returns the result when all are done; it throws a YamlFault or an UnfitValue.
 */
export function startDecoding(node: YamlNode, order: Order = 'bytes'): (most: number) => DecodedYaml | undefined {
  const duplicates: DuplicateKey[] = []
  const work: Work = {
    order,
    aliasing: createAliasing(),
    duplicates,
    left: 0,
    hasBigints: false,
    unfitKey: undefined,
    unfitNumber: undefined,
  }
  const reading = valueOf(node, 1, work)
  return (most) => {
    work.left = most
    const { done, value } = reading.next()
    if (!done) return undefined
    const unfit = work.unfitKey ?? work.unfitNumber
    if (unfit) throw unfit
    return { value, hasBigints: work.hasBigints, duplicates }
  }
}

type Work = {
  readonly order: Order
  readonly aliasing: ReturnType<typeof createAliasing>
  readonly duplicates: DuplicateKey[]
  /** The number of values left in this turn. */
  left: number
  hasBigints: boolean
  /** The errors of the conversion to JSON, reported after all of the YAML has been decoded. */
  unfitKey: UnfitValue | undefined
  unfitNumber: UnfitValue | undefined
}

/** Decoding in parts: it yields when the turn ends. */
type Reading<T> = Generator<void, T>

function* valueOf(node: YamlNode, depth: number, work: Work): Reading<unknown> {
  if (node.type === 'scalar') return scalarValue(node, work)
  work.aliasing.count(node)
  switch (node.type) {
    case 'alias': {
      work.aliasing.enter(node)
      const value = yield* valueOf(node.target, depth, work)
      work.aliasing.leave(node)
      return value
    }
    case 'sequence': {
      checkDepth(depth, '[', node)
      const items: unknown[] = []
      for (const item of node.items) {
        if (--work.left < 0) yield
        items.push(item.type === 'scalar' ? scalarValue(item, work) : yield* valueOf(item, depth + 1, work))
      }
      return items
    }
    case 'mapping': {
      checkDepth(depth, '{', node)
      const members = new Map<Key, unknown>()
      yield* readMembers(node, members, depth, work)
      return objectOf(members, work.order)
    }
  }
}

function checkDepth(depth: number, bracket: string, place: TextPlace): void {
  if (depth > MAX_JSON_DEPTH) throw new UnfitValue(tooDeepText(bracket), place)
}

function scalarValue(node: ScalarNode, work: Work): unknown {
  work.aliasing.count(node)
  const { type, value } = scalarOf(node)
  if (type === 'int') {
    if (BigInt(Number(value)) === value && Number.isSafeInteger(Number(value))) return Number(value)
    work.hasBigints = true
    return value
  }
  if (type === 'float' && !Number.isFinite(value)) {
    const shown = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
    work.unfitNumber ??= new UnfitValue(`json: unsupported value: ${shown}`, node)
  }
  return value
}

function* readMembers({ items }: MappingNode, members: Map<Key, unknown>, depth: number, work: Work): Reading<void> {
  for (let i = 0; i + 1 < items.length; i += 2) {
    const [key, value] = [items[i], items[i + 1]]
    if (!key || !value) continue
    if (--work.left < 0) yield
    if (isMerge(key)) {
      yield* merge(value, members, depth, work)
      continue
    }
    const name = yield* readKey(key, depth, work)
    const read = value.type === 'scalar' ? scalarValue(value, work) : yield* valueOf(value, depth + 1, work)
    if (members.has(name) && work.duplicates.length < MOST_DUPLICATES) {
      const message = `line ${value.line + 1}: key ${keySyntax(name)} already set in map`
      work.duplicates.push({ at: key.at, line: key.line, key: name, message })
    }
    members.set(name, read)
    if (typeof name === 'object' || typeof name === 'bigint') checkName(name, key, value, work)
  }
}

function checkName(name: bigint | null, key: YamlNode, value: YamlNode, work: Work): void {
  if (keyText(name) === undefined) work.unfitKey ??= new UnfitValue(unfitKey(name, value), key)
}

function* merge(node: YamlNode, members: Map<Key, unknown>, depth: number, work: Work): Reading<void> {
  for (const { map, alias } of merges(node)) {
    checkDepth(depth, '{', map)
    if (alias) {
      work.aliasing.count(alias)
      work.aliasing.enter(alias)
    }
    work.aliasing.count(map)
    yield* readMembers(map, members, depth + 1, work)
    if (alias) work.aliasing.leave(alias)
  }
}

function* readKey(node: YamlNode, depth: number, work: Work): Reading<Key> {
  const target = node.type === 'alias' ? node.target : node
  if (target.type === 'scalar') {
    work.aliasing.count(node)
    if (node !== target) work.aliasing.count(target)
    return keyOf(scalarOf(target))
  }
  // Errors inside the key are reported first.
  yield* valueOf(node, depth + 1, work)
  throw new YamlFault(`invalid map key: ${nodeSyntax(node)}`, node)
}

function objectOf(members: ReadonlyMap<Key, unknown>, order: Order): unknown {
  const object: Record<string, unknown> = {}
  if (order === 'written' || isInOrder(members)) {
    for (const [key, value] of members) {
      const name = nameOf(key)
      if (name !== undefined) setOwn(object, name, value)
    }
    return object
  }
  const names: [string, unknown][] = []
  for (const [key, value] of members) {
    const name = nameOf(key)
    if (name !== undefined) names.push([name, value])
  }
  names.sort(([a], [b]) => compareBytes(a, b))
  for (const [name, value] of names) setOwn(object, name, value)
  return object
}

const nameOf = (key: Key): string | undefined => (typeof key === 'string' ? key : keyText(key))

function isInOrder(members: ReadonlyMap<Key, unknown>): boolean {
  let last: string | undefined
  for (const key of members.keys()) {
    const name = nameOf(key)
    if (name !== undefined && last !== undefined && compareBytes(last, name) >= 0) return false
    last = name ?? last
  }
  return true
}

/** Replaces bigints with the nearest JavaScript numbers; returns the value itself if it has none. */
export function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) {
    const items = value.map(withNumbers)
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, withNumbers(member)] as const)
  if (members.every(([name, member]) => member === value[name])) return value
  const object: Record<string, unknown> = {}
  for (const [name, member] of members) setOwn(object, name, member)
  return object
}
