/** A token of a label selector: a symbol, `in`, `notin`, an identifier, or the end. */
export type Token = {
  readonly type: 'identifier' | 'end' | 'in' | 'notin' | '(' | ')' | ',' | '!' | '=' | '==' | '!=' | '>' | '<'
  readonly text: string
}

// Tokens as in k8s.io/apimachinery/pkg/labels: only `==` and `!=` are symbols of two characters; a NUL ends a token, or
// the input where a token should start.
const WORDS = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^ \t\r\n=!(),<>\0]+))\0?/gy

/** Splits a label selector into tokens, each when it is asked for. */
export function* lexSelector(text: string): Generator<Token, void, undefined> {
  for (const [, symbol, word = ''] of text.matchAll(WORDS)) {
    if (symbol !== undefined)
      yield { type: symbol as Token['type'], text: symbol } // WORDS lists the same symbols
    else yield { type: word === 'in' || word === 'notin' ? word : 'identifier', text: word }
  }
}
