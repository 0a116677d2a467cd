/** A word of a label selector: one of its symbols, `in`, `notin`, an identifier, or its end. */
export type Token = {
  readonly type: 'identifier' | 'end' | 'in' | 'notin' | '(' | ')' | ',' | '!' | '=' | '==' | '!=' | '>' | '<'
  readonly text: string
}

// The words as k8s.io/apimachinery/pkg/labels cuts them: of the symbols only `==` and `!=` have two characters; a NUL
// ends a word, and the text where a word should start.
const WORDS = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^ \t\r\n=!(),<>\0]+))\0?/gy

/** Cuts a label selector into its words, the end included. */
export function lexSelector(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const [, symbol, word = ''] of text.matchAll(WORDS)) {
    if (symbol !== undefined)
      tokens.push({ type: symbol as Token['type'], text: symbol }) // WORDS lists the same symbols
    else tokens.push({ type: word === 'in' || word === 'notin' ? word : 'identifier', text: word })
  }
  return [...tokens, { type: 'end', text: '' }]
}
