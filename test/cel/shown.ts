import { stringOf } from '../../src/cel/functions/conversions.js'
import { isList } from '../../src/cel/run/joined.js'
import { Duration, Timestamp } from '../../src/cel/run/moments.js'
import { isOptional } from '../../src/cel/run/optional.js'
import { printQuantity, type Quantity } from '../../src/base/numbers/quantity.js'
import { typeNameOf } from '../../src/cel/run/value.js'

/** Prints a value with its type, as the program did that recorded the results of cel-go and its libraries. */
export function shown(value: unknown): string {
  if (isList(value)) return `[${[...value].map(shown).join(', ')}]`
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('hex')}`
  if (value instanceof Duration) return `dur ${value.nanos}`
  if (value instanceof Timestamp) return `ts ${new Timestamp(value.nanos).text()}`
  if (isOptional(value)) return value.hasValue() ? `some(${shown(value.value())})` : 'none'
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => `${shown(key)}: ${shown(item)}`)
    return `{${entries.sort().join(', ')}}`
  }
  if (value === null) return 'null'
  const type = typeNameOf(value)
  switch (type) {
    case 'string':
      return JSON.stringify(value)
    case 'uint':
      return `${String(value)}u`
    case 'double':
      return `d${stringOf(value)}`
    case 'int':
    case 'bool':
      return String(value)
    case 'type':
      return `type ${(value as { readonly name: string }).name}` // types have one
    case 'kubernetes.Quantity':
      return `${type} ${printQuantity((value as { readonly quantity: Quantity }).quantity)}` // a quantity has one
    case 'kubernetes.Semver':
      return `${type} ${(value as { readonly text: string }).text}` // a version has one
    default:
      // By its type.
      return 'text' in (value as object) ? `${type} ${(value as { readonly text: () => string }).text()}` : type
  }
}
