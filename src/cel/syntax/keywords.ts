/** The reserved words that are not tokens. */
export const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
)
const IDENTIFIER = /^[a-zA-Z_][a-zA-Z0-9_]*$/
const ESCAPES: { readonly [part: string]: string } = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
}

// Reserved by the grammar, so that they cannot follow a dot.
const GRAMMAR: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in'])

/**
 * Returns a field name that is a keyword but can be used unescaped; otherwise undefined (recognizeKeywordAsFieldName).
 */
export const wordOf = (member: string): string | undefined => (RESERVED.has(member) ? member : undefined)

/** Escapes a field name for expressions; undefined if it cannot be used (apiserver: cel.Escape). */
export function celName(member: string): string | undefined {
  if (RESERVED.has(member) || GRAMMAR.has(member)) return `__${member}__`
  const escaped = member.replace(/__|[./-]/g, (part) => ESCAPES[part] ?? part)
  return IDENTIFIER.test(escaped) ? escaped : undefined
}
