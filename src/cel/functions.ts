import type { Environment } from '@marcbachmann/cel-js'
import { patternOf } from '../base/re2.js'
import { registerFormat } from './format.js'
import { registerNetwork } from './network.js'
import { registerQuantity } from './quantity.js'
import { createClass } from './struct.js'
import { sameValue } from './types.js'

// A list as it comes to a function.
type List = readonly unknown[]

/** Adds what a server adds to the language: functions of lists, sets, texts and numbers, addresses and quantities. */
export function registerFunctions(env: Environment): void {
  registerLists(env)
  registerSets(env)
  registerTexts(env)
  registerNumbers(env)
  registerFormat(env)
  registerNetwork(env)
  registerQuantity(env)
}

/** A word that functions are called on, as if it were a value. */
function registerNamespace(env: Environment, name: string): void {
  const Namespace = createClass()
  env.registerType(name, { ctor: Namespace, fields: {} })
  env.registerConstant(name, name, new Namespace({}))
}

const less = (a: unknown, b: unknown): boolean => (a as number) < (b as number) // what is ordered is of one type
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
  env.registerFunction('list<int>.sum(): int', (list: readonly bigint[]) => list.reduce((sum, one) => sum + one, 0n))
  env.registerFunction('list<double>.sum(): double', (list: readonly number[]) =>
    list.reduce((sum, one) => sum + one, 0),
  )
  env.registerFunction('list<V>.indexOf(V): int', indexOf)
  env.registerFunction('list<V>.lastIndexOf(V): int', lastIndexOf)
  env.registerFunction('list<V>.distinct(): list<V>', (list: List) =>
    list.filter((one, i) => indexOf(list, one) === BigInt(i)),
  )
  env.registerFunction('list<V>.reverse(): list<V>', (list: List) => list.toReversed())
  env.registerFunction('list<V>.sort(): list<V>', (list: List) =>
    list.toSorted((a, b) => (less(a, b) ? -1 : less(b, a) ? 1 : 0)),
  )
  env.registerFunction('list<V>.slice(int, int): list<V>', (list: List, from: bigint, to: bigint) =>
    list.slice(Number(from), Number(to)),
  )
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
    env.registerFunction(`sets.${name}(list, list): bool`, (_: unknown, a: List, b: List) => run(a, b))
}

function registerTexts(env: Environment): void {
  const letters = (text: string) => [...text]
  env.registerFunction('string.charAt(int): string', (text: string, at: bigint) => letters(text)[Number(at)] ?? '')
  env.registerFunction('string.replace(string, string): string', (text: string, old: string, next: string) =>
    text.replaceAll(old, () => next),
  )
  env.registerFunction(
    'string.replace(string, string, int): string',
    (text: string, old: string, next: string, times: bigint) => {
      if (times < 0n) return text.replaceAll(old, () => next)
      let out = text
      for (let i = 0n, from = 0; i < times; i++) {
        const at = out.indexOf(old, from)
        if (at < 0) break
        out = out.slice(0, at) + next + out.slice(at + old.length)
        from = at + next.length
      }
      return out
    },
  )
  env.registerFunction('string.reverse(): string', (text: string) => letters(text).reverse().join(''))
  const found = (text: string, pattern: string, most: number) =>
    patternOf(pattern).find(text, most < 0 ? Infinity : most)
  env.registerFunction(
    'string.find(string): string',
    (text: string, pattern: string) => found(text, pattern, 1)[0] ?? '',
  )
  env.registerFunction('string.findAll(string): list<string>', (text: string, pattern: string) =>
    found(text, pattern, -1),
  )
  env.registerFunction('string.findAll(string, int): list<string>', (text: string, pattern: string, most: bigint) =>
    found(text, pattern, Number(most)),
  )
}

function registerNumbers(env: Environment): void {
  registerNamespace(env, 'math')
  const greatest = (list: List) => list.reduce((best, one) => (less(best, one) ? one : best))
  const least = (list: List) => list.reduce((best, one) => (less(one, best) ? one : best))
  for (const type of ['int', 'double']) {
    for (const [name, run] of [
      ['greatest', greatest],
      ['least', least],
    ] as const) {
      env.registerFunction(`math.${name}(${type}, ${type}): ${type}`, (_: unknown, ...given: List) => run(given))
      env.registerFunction(`math.${name}(${type}, ${type}, ${type}): ${type}`, (_: unknown, ...given: List) =>
        run(given),
      )
      env.registerFunction(`math.${name}(list<${type}>): ${type}`, (_: unknown, list: List) => run(list))
    }
    env.registerFunction(`math.abs(${type}): ${type}`, (_: unknown, value: number | bigint) =>
      value < 0 ? -value : value,
    )
  }
  env.registerFunction('math.ceil(double): double', (_: unknown, value: number) => Math.ceil(value))
  env.registerFunction('math.floor(double): double', (_: unknown, value: number) => Math.floor(value))
  env.registerFunction(
    'math.round(double): double',
    (_: unknown, value: number) => Math.sign(value) * Math.round(Math.abs(value)),
  )
  env.registerFunction('math.trunc(double): double', (_: unknown, value: number) => Math.trunc(value))
}
