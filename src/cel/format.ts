import type { Environment } from '@marcbachmann/cel-js'

const VERB = /%(%|(?:\.(\d+))?([sdfeboxX]))/g

/** Adds `format`: `"%s has %d".format([a, b])`. */
export function registerFormat(env: Environment): void {
  const format = (text: string, given: readonly unknown[]) => {
    let next = 0
    return text.replace(VERB, (all, word: string, precision: string | undefined, verb: string | undefined) => {
      if (word === '%') return '%'
      if (next >= given.length) throw new Error(`index ${next} out of range`)
      return formatOne(verb ?? all, given[next++], precision === undefined ? 6 : Number(precision))
    })
  }
  env.registerFunction('string.format(list): string', format)
}

function formatOne(verb: string, value: unknown, precision: number): string {
  const whole = () => BigInt(value as bigint) // only integers have these formats
  switch (verb) {
    case 'd':
      return String(value)
    case 'f':
      return Number(value).toFixed(precision)
    case 'e':
      return Number(value)
        .toExponential(precision)
        .replace(/e([+-])(\d)$/, 'e$10$2')
    case 'b':
      return typeof value === 'boolean' ? (value ? '1' : '0') : whole().toString(2)
    case 'o':
      return whole().toString(8)
    case 'x':
    case 'X': {
      const hex =
        typeof value === 'string'
          ? [...new TextEncoder().encode(value)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
          : whole().toString(16)
      return verb === 'X' ? hex.toUpperCase() : hex
    }
    default:
      return textOf(value)
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`
  if (value instanceof Map) return `{${[...value].map(([key, one]) => `${textOf(key)}: ${textOf(one)}`).join(', ')}}`
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z')
  return String(value)
}
