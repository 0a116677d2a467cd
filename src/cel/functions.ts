import type { Environment } from '@marcbachmann/cel-js'
import { registerNetwork } from './network.js'
import { registerQuantity } from './quantity.js'
import type { Library } from './cel-js.js'
import { registerNamedFormats } from './named-format.js'
import { registerNamespace } from './namespace.js'

/** Adds the functions of a server's CEL libraries: lists, sets, strings, addresses, quantities and formats. */
export function registerFunctions(env: Environment, library: Library): void {
  for (const namespace of ['sets', 'strings']) registerNamespace(env, namespace)
  for (const signature of DECLARED) env.registerFunction(signature, notCalled)
  registerNetwork(env)
  registerQuantity(env)
  registerNamedFormats(env, library)
}

// own-functions.ts and operators.ts implement the functions declared here; the library only checks their types.
const notCalled = () => undefined

const DURATION = 'google.protobuf.Duration'
const TIMESTAMP = 'google.protobuf.Timestamp'
const SUMMED = ['int', 'uint', 'double', DURATION]

const DECLARED: readonly string[] = [
  'list<V>.isSorted(): bool',
  'list<V>.min(): V',
  'list<V>.max(): V',
  ...SUMMED.map((type) => `list<${type}>.sum(): ${type}`),
  'list<V>.indexOf(V): int',
  'list<V>.lastIndexOf(V): int',
  ...['contains', 'equivalent', 'intersects'].map((name) => `sets.${name}(list<V>, list<V>): bool`),
  'int(uint): int',
  `int(${DURATION}): int`,
  `int(${TIMESTAMP}): int`,
  `string(${DURATION}): string`,
  `string(${TIMESTAMP}): string`,
  `duration(int): ${DURATION}`,
  `duration(${DURATION}): ${DURATION}`,
  `timestamp(${TIMESTAMP}): ${TIMESTAMP}`,
  'string.charAt(int): string',
  'string.replace(string, string): string',
  'string.replace(string, string, int): string',
  'string.find(string): string',
  'string.findAll(string): list<string>',
  'string.findAll(string, int): list<string>',
  'string.format(list): string',
  'strings.quote(string): string',
  'matches(string, string): bool',
  'list<V>.first(): optional<V>',
  'list<V>.last(): optional<V>',
]
