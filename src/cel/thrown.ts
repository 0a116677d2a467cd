import { CelError, CostExceeded } from './cel-error.js'
import type { Expr } from './expression.js'

const CONVERSIONS: { readonly [name: string]: string } = {
  ...{ bool: 'bool', int: 'int', uint: 'uint', double: 'double', string: 'string', bytes: 'bytes' },
  ...{ duration: 'google.protobuf.Duration', timestamp: 'google.protobuf.Timestamp' },
}
const RANGES: ReadonlySet<string> = new Set(['substring', 'charAt', 'indexOf', 'lastIndexOf'])

/** Converts an exception of a function to an error in a server's words. Rethrows CostExceeded. */
export function thrown(
  error: unknown,
  expr?: Expr & { readonly is: 'call' },
  values: readonly unknown[] = [],
): CelError {
  if (error instanceof CostExceeded) throw error
  if (error instanceof CelError) return error
  // A string that long costs more than any expression may.
  if (error instanceof RangeError && error.message === 'Invalid string length') throw new CostExceeded()
  // Anything may be thrown.
  const { summary, message = '' } = error as { readonly summary?: string; readonly message?: string }
  const said = summary ?? message.split('\n', 1).join()
  if (said.startsWith('found no matching overload') || said.startsWith('no such overload'))
    return new CelError('no such overload')
  const target = expr && Object.hasOwn(CONVERSIONS, expr.name) ? CONVERSIONS[expr.name] : undefined
  if (target !== undefined) return new CelError(`type conversion error from '${typeName(values[0])}' to '${target}'`)
  if (expr && RANGES.has(expr.name) && said.includes('out of range'))
    return new CelError(`index out of range: ${String(values.findLast((value) => typeof value === 'bigint'))}`)
  return new CelError(said)
}

const NAMES: { readonly [type: string]: string } = {
  bigint: 'int',
  number: 'double',
  boolean: 'bool',
  string: 'string',
}
const typeName = (value: unknown) => NAMES[typeof value] ?? 'dyn'
