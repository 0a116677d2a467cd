import type { Environment } from '@marcbachmann/cel-js'
import { registerFormat } from './format.js'
import { wholeNumber } from './operators.js'
import { registerNetwork } from './network.js'
import { registerQuantity } from './quantity.js'
import type { Library } from './cel-js.js'
import { registerNamedFormats } from './named-format.js'
import { registerNamespace } from './namespace.js'
import { sameValue } from './value.js'

// A list as passed to a function.
type List = readonly unknown[]

/** Adds the functions of a server's CEL libraries: lists, sets, strings, addresses, quantities and formats. */
export function registerFunctions(env: Environment, library: Library): void {
  registerLists(env)
  registerSets(env)
  registerTexts(env)
  registerConversions(env)
  registerFormat(env)
  registerNetwork(env)
  registerQuantity(env)
  registerNamedFormats(env, library)
}

const less = (a: unknown, b: unknown): boolean => (a as number) < (b as number) // ordered values are of one type
const indexOf = (list: List, item: unknown) => BigInt(list.findIndex((one) => sameValue(one, item)))
const lastIndexOf = (list: List, item: unknown) => BigInt(list.findLastIndex((one) => sameValue(one, item)))

function registerLists(env: Environment): void {
  const extreme = (name: string, better: (a: unknown, b: unknown) => boolean) => (list: List) => {
    if (list.length === 0) throw new Error(`${name} called on empty list`)
    return list.reduce((best, one) => (better(one, best) ? one : best))
  }
  env.registerFunction('list<V>.isSorted(): bool', (list: List) =>
    list.every((one, i) => i === 0 || !less(one, list[i - 1])),
  )
  env.registerFunction('list<V>.min(): V', extreme('min', less))
  env.registerFunction(
    'list<V>.max(): V',
    extreme('max', (a, b) => less(b, a)),
  )
  env.registerFunction('list<int>.sum(): int', (list: readonly bigint[]) =>
    list.reduce((sum, one) => wholeNumber(sum + one), 0n),
  )
  env.registerFunction('list<double>.sum(): double', (list: readonly number[]) =>
    list.reduce((sum, one) => sum + one, 0),
  )
  env.registerFunction('list<V>.indexOf(V): int', indexOf)
  env.registerFunction('list<V>.lastIndexOf(V): int', lastIndexOf)
}

function registerSets(env: Environment): void {
  registerNamespace(env, 'sets')
  const contains = (list: List, part: List) => part.every((one) => indexOf(list, one) >= 0n)
  const functions: { readonly [name: string]: (a: List, b: List) => boolean } = {
    contains,
    equivalent: (a, b) => contains(a, b) && contains(b, a),
    intersects: (a, b) => a.some((one) => indexOf(b, one) >= 0n),
  }
  for (const [name, run] of Object.entries(functions))
    env.registerFunction(`sets.${name}(list<V>, list<V>): bool`, (_: unknown, a: List, b: List) => run(a, b))
}

function registerConversions(env: Environment): void {
  const same = (value: unknown) => value
  env.registerFunction('int(uint): int', (value: { readonly value: bigint }) => value.value)
  for (const type of ['google.protobuf.Duration', 'google.protobuf.Timestamp'])
    env.registerFunction(`${type === 'google.protobuf.Duration' ? 'duration' : 'timestamp'}(${type}): ${type}`, same)
}

function registerTexts(env: Environment): void {
  // own-functions.ts implements these; here only their types are declared.
  env.registerFunction('string.charAt(int): string', () => '')
  env.registerFunction('string.replace(string, string): string', () => '')
  env.registerFunction('string.replace(string, string, int): string', () => '')
  env.registerFunction('string.find(string): string', () => '')
  env.registerFunction('string.findAll(string): list<string>', () => [])
  env.registerFunction('string.findAll(string, int): list<string>', () => [])
}
