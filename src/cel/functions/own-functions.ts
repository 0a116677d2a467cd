import { LibraryNotLoaded } from '../../base/turns/late-library.js'
import { MOST_STEPS, patternSteps } from '../../base/go/re2-size.js'
import { type Pattern, isRead, patternOf } from '../../base/go/re2.js'
import { CelError, CostExceeded } from '../run/cel-error.js'
import { isList } from '../run/joined.js'
import { FIELD_NAMES, momentField } from '../run/moments.js'
import { TypeValue, hasMembers, sizeOf, typeNameOf } from '../run/value.js'
import { work } from '../run/work.js'
import { AUTHORIZER_FUNCTIONS } from './authorizer.js'
import { CONVERSIONS, stringOf } from './conversions.js'
import { formatted } from './format.js'
import { LIST_FUNCTIONS } from './list-functions.js'
import { FORMAT_FUNCTIONS } from './named-format.js'
import { NETWORK_FUNCTIONS, addressText } from './network.js'
import { OPTIONAL_FUNCTIONS, insertEntries } from './optional-functions.js'
import { QUANTITY_FUNCTIONS } from './quantity.js'
import { SEMVER_FUNCTIONS } from './semver.js'
import { TEXT_FUNCTIONS, limitOf, onText } from './text-functions.js'

type Run = (...values: readonly unknown[]) => unknown

/**
 * Returns the implementation of a function or method; undefined for operators. It returns undefined for values it is
 * not defined for.
 */
export function implementationOf(name: string, isMethod: boolean): Run | undefined {
  const own = isMethod && Object.hasOwn(FUNCTIONS, `.${name}`) ? `.${name}` : name
  return Object.hasOwn(FUNCTIONS, own) ? FUNCTIONS[own] : undefined
}

// Of two quantities, or two versions.
function ofEither(name: string): Run {
  const [quantities, versions] = [QUANTITY_FUNCTIONS[name], SEMVER_FUNCTIONS[name]]
  return (a, b) => quantities?.(a, b) ?? versions?.(a, b)
}

const FUNCTIONS: { readonly [name: string]: Run } = {
  ...CONVERSIONS,
  ...TEXT_FUNCTIONS,
  ...LIST_FUNCTIONS,
  ...OPTIONAL_FUNCTIONS,
  ...NETWORK_FUNCTIONS,
  ...QUANTITY_FUNCTIONS,
  ...SEMVER_FUNCTIONS,
  ...Object.fromEntries(['isGreaterThan', 'isLessThan', 'compareTo'].map((name) => [name, ofEither(name)])),
  ...FORMAT_FUNCTIONS,
  ...AUTHORIZER_FUNCTIONS,
  ...Object.fromEntries(
    FIELD_NAMES.map((name): [string, Run] => [name, (value, zone) => momentField(name, value, zone)]),
  ),
  string: (value) => stringOf(value) ?? addressText(value),
  'cel.@mapInsert': insertEntries,
  dyn: (value) => value,
  type: (value) => new TypeValue(typeNameOf(value)),
  size: (value) => (isSized(value) ? BigInt(sizeOf(value)) : undefined),
  matches: onText(['string'], 1, (text, pattern) => read(pattern, text).test(text)),
  format: (text, values) => (typeof text === 'string' && isList(values) ? formatted(text, [...values]) : undefined),
  find: onText(['string'], 1, (text, pattern) => found(text, pattern, 1)[0] ?? ''),
  findAll: onText(['string', 'bigint'], 1, (text, pattern, most) => found(text, pattern, limitOf(most))),
}

const isSized = (value: unknown): boolean =>
  typeof value === 'string' || isList(value) || value instanceof Uint8Array || hasMembers(value)

function found(text: string, pattern: string, most: number): readonly string[] {
  try {
    return read(pattern, text).find(text, most)
  } catch (error) {
    if (error instanceof CostExceeded || error instanceof LibraryNotLoaded) throw error
    const { message } = error as Error // patterns throw no others
    throw new CelError(`Illegal regex: ${message}`)
  }
}

// Compiling a pattern takes time for each of its steps; matching takes time for each step at each character, most of
// them in parallel.
const READING = 20
const MATCHING = 1 / 200

function read(pattern: string, text: string): Pattern {
  const steps = Math.min(patternSteps(pattern), MOST_STEPS)
  work((isRead(pattern) ? 0 : READING * steps) + text.length * steps * MATCHING)
  return patternOf(pattern)
}
