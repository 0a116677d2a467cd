import { printDifference } from './format-diff.js'
import { compareValues } from './nodes.js'
import { type GoType, goType } from './types.js'
import { goQuote } from '../../../base/go/printable.js'
import { goDate } from '../../../base/time/time.js'
import { elementsOf, entriesOf, membersOf } from './values.js'

/** Formats the difference of two values of a Go type like cmp.Diff of go-cmp v0.7. */
export const differenceOf = (type: string, x: unknown, y: unknown): string =>
  printDifference(compareValues(goType(type), x, y))

/** Formats a value of a Go type like Go's `%#v`. */
export const goSyntaxOf = (type: string, value: unknown): string => syntaxOf(goType(type), value)

/** Formats a value of a Go type like `%#v`: all fields, with nested pointers as addresses. */
function syntaxOf(type: GoType, value: unknown): string {
  const { name } = type
  if (name === 'v1.Time') return timeSyntax(value)
  switch (type.kind) {
    case 'bool':
      return String(value ?? false)
    case 'int':
      return name.startsWith('u') ? `0x${Number(value ?? 0).toString(16)}` : String(value ?? 0)
    case 'string':
      return goQuote(String(value ?? ''))
    case 'pointer':
      return pointerSyntax(type.of(), name, value)
    case 'struct':
      return `${name}{${structMembers(type, value)}}`
    case 'slice':
      if (value === undefined || value === null) return `${name}(nil)`
      return `${name}{${elementsOf(value)
        .map((element) => syntaxOf(type.of(), element))
        .join(', ')}}`
    case 'map':
      if (value === undefined || value === null) return `${name}(nil)`
      return `${name}{${[...entriesOf(value)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, entry]) => `${goQuote(key)}:${syntaxOf(type.of(), entry)}`)
        .join(', ')}}`
  }
}

// A type that is compared as a whole is not printed by its fields.
const BIG_AMOUNT = 'resource.infDecAmount'

function structMembers(type: GoType, value: unknown): string {
  if (type.name === BIG_AMOUNT) return `Dec:(*inf.Dec)(${value === undefined ? 'nil' : SOMEWHERE})`
  return membersOf(type, value)
    .map((member) => `${member.name}:${syntaxOf(member.type, member.value)}`)
    .join(', ')
}

/** An arbitrary address. */
const SOMEWHERE = '0xc000000000'

function pointerSyntax(of: GoType, name: string, value: unknown): string {
  const isNil = value === undefined || value === null
  // Its GoString method is called, which does not handle nil.
  if (of.name === 'v1.Time') return isNil ? '<nil>' : timeSyntax(value)
  return `(${name})(${isNil ? 'nil' : SOMEWHERE})`
}

function timeSyntax(value: unknown): string {
  if (typeof value !== 'string') return 'time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC)'
  return goDate(value, 'Local')
}
