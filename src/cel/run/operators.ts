import { CelError } from './cel-error.js'
import { Joined, isList } from './joined.js'
import { Duration, addMoments, subtractMoments } from './moments.js'
import { Uint, compareValues, hasMembers, includes, memberOf, sameValue } from './value.js'
import { wholeNumber } from './whole-numbers.js'

/** Applies an operator to values; returns undefined if it is not defined for them. Throws a CelError. */
export function operate(name: string, values: readonly unknown[]): unknown {
  const { 0: a, 1: b } = values
  switch (name) {
    case '_==_':
      return sameValue(a, b)
    case '_!=_':
      return !sameValue(a, b)
    case '_<_':
    case '_<=_':
    case '_>_':
    case '_>=_': {
      const order = compareValues(a, b)
      if (order === undefined) return undefined
      return name.startsWith('_<')
        ? order < 0 || (name === '_<=_' && order === 0)
        : order > 0 || (name === '_>=_' && order === 0)
    }
    case '!_':
      return typeof a === 'boolean' ? !a : undefined
    case '-_':
      if (a instanceof Duration) return new Duration(-a.nanos)
      return typeof a === 'bigint' ? wholeNumber(-a) : typeof a === 'number' ? -a : undefined
    case '@in':
    case '@in_set':
      return isIn(a, b)
    case '_+_':
      if (typeof a === 'string' && typeof b === 'string') return a + b
      if (isList(a) && isList(b)) return a.length === 0 ? b : b.length === 0 ? a : new Joined(a, b)
      if (a instanceof Uint8Array && b instanceof Uint8Array) return joinedBytes(a, b)
      return addMoments(a, b) ?? arithmetic(name, a, b)
    case '_-_':
      return subtractMoments(a, b) ?? arithmetic(name, a, b)
    case '_*_':
    case '_/_':
    case '_%_':
      return arithmetic(name, a, b)
    default:
      return undefined
  }
}

function isIn(item: unknown, container: unknown): boolean {
  if (isList(container)) return includes(container, item)
  if (hasMembers(container)) return memberOf(container, item) !== undefined
  throw new CelError('no such overload')
}

const joinedBytes = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}

function arithmetic(name: string, a: unknown, b: unknown): unknown {
  if (typeof a === 'bigint' && typeof b === 'bigint') return wholeNumber(exact(name, a, b))
  if (typeof a === 'number' && typeof b === 'number') return floating(name, a, b)
  return a instanceof Uint && b instanceof Uint ? new Uint(exact(name, a.value, b.value)) : undefined
}

function exact(name: string, a: bigint, b: bigint): bigint {
  if (name === '_+_') return a + b
  if (name === '_-_') return a - b
  if (name === '_*_') return a * b
  if (b === 0n) throw new CelError(name === '_/_' ? 'division by zero' : 'modulus by zero')
  // Dividing the least integer by -1 overflows, and so does the remainder.
  return name === '_/_' ? a / b : a === LEAST && b === -1n ? -LEAST : a % b
}

const LEAST = -(2n ** 63n)

function floating(name: string, a: number, b: number): number | undefined {
  if (name === '_+_') return a + b
  if (name === '_-_') return a - b
  if (name === '_*_') return a * b
  return name === '_/_' ? a / b : undefined
}
