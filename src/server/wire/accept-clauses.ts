import { trim as trimOf } from '../../base/text/trim.js'

/** A clause of an Accept header. */
type Clause = {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  readonly quality: number
}

/** Parses an Accept header into clauses, in the order in which the server tries them (github.com/munnerz/goautoneg). */
export function parseAccept(header: string): readonly Clause[] {
  const clauses: Clause[] = []
  for (const part of header.split(',')) {
    const [type = '', ...pairs] = part.split(';')
    const name = trim(type) === '*' ? '*/*' : type.split('/').map(trim).join('/')
    if (!/^[^/]*\/[^/]+$/.test(name)) continue
    const clause = withParameters(name, pairs)
    // An insertion sort, because the comparison is not an order: a wildcard yields to any later concrete type, whatever
    // their qualities.
    let at = clauses.length
    while (at > 0 && isBefore(clause, clauses[at - 1]!)) at--
    clauses.splice(at, 0, clause)
  }
  return clauses
}

const trim = (text: string) => trimOf(text, ' ')

function withParameters(type: string, pairs: readonly string[]): Clause {
  const parameters = new Map<string, string>()
  let quality = 1
  for (const pair of pairs) {
    const [name = '', value, more] = pair.split('=')
    if (!value || more) continue
    if (trim(name) === 'q') quality = /^[\d.]+$/.test(value) ? Number(value) || 0 : 0
    else parameters.set(trim(name), trim(value))
  }
  return { type, parameters, quality }
}

function isBefore(a: Clause, b: Clause): boolean {
  if (a.quality > b.quality) return true
  if (!a.type.startsWith('*') && b.type.startsWith('*')) return true
  return !a.type.endsWith('/*') && b.type.endsWith('/*')
}
