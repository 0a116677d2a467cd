import { CelError } from './cel-error.js'
import { Joined, isList } from './joined.js'
import { compareValues, sameValue } from './value.js'
import { isWhole } from './whole-numbers.js'

/** Applies an operator to values; returns undefined if it is not defined for them. Throws a CelError. */
export function operate(name: string, values: readonly unknown[]): unknown {
  const [a, b] = values
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
      if (order === undefined) throw new CelError('no such overload')
      return name.startsWith('_<')
        ? order < 0 || (name === '_<=_' && order === 0)
        : order > 0 || (name === '_>=_' && order === 0)
    }
    case '!_':
      if (typeof a !== 'boolean') throw new CelError('no such overload')
      return !a
    case '-_':
      return typeof a === 'bigint' ? wholeNumber(-a) : typeof a === 'number' ? -a : undefined
    case '@in':
    case '@in_set':
      return isIn(a, b)
    case '_+_':
      if (typeof a === 'string' && typeof b === 'string') return a + b
      if (isList(a) && isList(b)) return a.length === 0 ? b : b.length === 0 ? a : new Joined(a, b)
      return arithmetic(name, a, b)
    case '_-_':
    case '_*_':
    case '_/_':
    case '_%_':
      return arithmetic(name, a, b)
    default:
      return undefined
  }
}

function isIn(item: unknown, container: unknown): boolean {
  if (isList(container)) {
    for (const one of container) if (sameValue(one, item)) return true
    return false
  }
  if (container instanceof Map) return container.has(item)
  if (typeof container === 'object' && container !== null && typeof item === 'string')
    return Object.hasOwn(container, item)
  throw new CelError('no such overload')
}

/** Returns an integer that fits into 64 bits. Throws a CelError on overflow. */
export function wholeNumber(value: bigint): bigint {
  if (!isWhole(value)) throw new CelError('integer overflow')
  return value
}

function arithmetic(name: string, a: unknown, b: unknown): unknown {
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    if (name === '_+_') return wholeNumber(a + b)
    if (name === '_-_') return wholeNumber(a - b)
    if (name === '_*_') return wholeNumber(a * b)
    if (b === 0n) throw new CelError(name === '_/_' ? 'division by zero' : 'modulus by zero')
    return wholeNumber(name === '_/_' ? a / b : a % b)
  }
  if (typeof a !== 'number' || typeof b !== 'number') return undefined
  if (name === '_+_') return a + b
  if (name === '_-_') return a - b
  if (name === '_*_') return a * b
  return name === '_/_' ? a / b : undefined
}
