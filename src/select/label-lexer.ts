/** A word of a label selector: one of its symbols, `in`, `notin`, an identifier, or its end. */
export type Token = { readonly type: 'identifier' | 'end' | 'in' | 'notin' | '(' | ')' | ',' | '!' | '=' | '==' | '!=' | '>' | '<'; readonly text: string }

// The words as k8s.io/apimachinery/pkg/labels cuts them: a NUL ends the text, and of the symbols only `==` and `!=` have two characters.
const WORDS = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^ \t\r\n=!(),<>]+))/g

/** Cuts a label selector into its words, the end included. */
export function lexSelector(text: string): readonly Token[] {
  const [head = ''] = text.split('\0')
  const tokens: Token[] = []
  for (const [, symbol, word = ''] of head.matchAll(WORDS)) {
    if (symbol !== undefined) tokens.push({ type: symbol as Token['type'], text: symbol }) // WORDS lists the same symbols
    else tokens.push({ type: word === 'in' || word === 'notin' ? word : 'identifier', text: word })
  }
  return [...tokens, { type: 'end', text: '' }]
}
