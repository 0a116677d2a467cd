import { isObject } from './json.js'
import { memberNames } from './member-names.js'
import type { Steps } from '../turns/steps.js'

/**
 * JSON as it was written, with what a parsed value loses: the order of members, duplicate members, and the digits of
 * numbers.
 */
export type JsonTree =
  | { readonly type: 'object'; readonly members: readonly JsonMember[] }
  | { readonly type: 'array'; readonly items: readonly JsonTree[] }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'null' }

/** A member of an object, as it was written. */
export type JsonMember = { readonly name: string; readonly value: JsonTree }

/** Converts a parsed value into a tree. */
export function treeOf(value: unknown): JsonTree {
  if (Array.isArray(value)) return { type: 'array', items: value.map(treeOf) }
  if (isObject(value))
    return { type: 'object', members: Object.entries(value).map(([name, member]) => ({ name, value: treeOf(member) })) }
  if (typeof value === 'string') return { type: 'string', value }
  if (typeof value === 'boolean') return { type: 'boolean', value }
  return typeof value === 'number' || typeof value === 'bigint'
    ? { type: 'number', text: String(value) }
    : { type: 'null' }
}

// Number of members that are converted in one step.
const STEP = 8

/** Converts a parsed value into a tree in steps. */
export function* treeInSteps(value: unknown): Steps<JsonTree> {
  if (typeof value !== 'object' || value === null) return treeOf(value)
  const names = Array.isArray(value) ? undefined : memberNames(value)
  const size = names?.length ?? (value as readonly unknown[]).length // a list, as just checked
  const trees: JsonTree[] = []
  for (let i = 0; i < size; i++) {
    if (i % STEP === 0) yield
    const member = (value as Readonly<Record<string | number, unknown>>)[names?.[i] ?? i] // of an object or a list
    trees.push(typeof member === 'object' ? yield* treeInSteps(member) : treeOf(member))
  }
  return names
    ? { type: 'object', members: trees.map((tree, i) => ({ name: names[i] ?? '', value: tree })) }
    : { type: 'array', items: trees }
}

/** Returns the paths of duplicate members (`spec.list[0].a`), each once, in the order of the text. */
export function duplicateMembers(tree: JsonTree): readonly string[] {
  const paths = new Set<string>()
  collect(tree, '', paths)
  return [...paths]
}

function collect(tree: JsonTree, at: string, paths: Set<string>): void {
  if (tree.type === 'array') tree.items.forEach((item, i) => collect(item, `${at}[${i}]`, paths))
  if (tree.type !== 'object') return
  const seen = new Set<string>()
  for (const { name, value } of tree.members) {
    const path = at ? `${at}.${name}` : name
    if (seen.has(name)) paths.add(path)
    seen.add(name)
    collect(value, path, paths)
  }
}

/** Returns the error of Go's decoder for the first number that overflows a float64; undefined if there is none. */
export function unheldNumber(tree: JsonTree, target = 'Go value'): string | undefined {
  switch (tree.type) {
    case 'number':
      return Number.isFinite(Number(tree.text))
        ? undefined
        : `json: cannot unmarshal number ${tree.text} into ${target} of type float64`
    case 'array':
      return firstOf(tree.items, (item) => unheldNumber(item, target))
    case 'object':
      return firstOf(tree.members, ({ value }) => unheldNumber(value, target))
    default:
      return undefined
  }
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
