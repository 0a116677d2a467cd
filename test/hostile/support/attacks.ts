import type { Node } from './expression.js'

const ALPHABET = [...'a0A-._/: +,;="\'[](){}<>@#$\\!~z9Z\t\n\u0001\u00e9\u2028']

/**
 * Attack texts for an expression, as functions of a length: a repeatable part is repeated, then followed by text that
 * does not match.
 */
export function attacksOn(root: Node): readonly ((length: number) => string)[] {
  const found: ((length: number) => string)[] = []
  const visit = (node: Node, before: string): void => {
    if (node.type === 'sequence') {
      let head = before
      for (const [i, part] of node.parts.entries()) {
        if (part.type === 'repeat' && part.most > 100)
          found.push(
            ...repeatedly(
              [1, 2, 3].map((n) =>
                node.parts
                  .slice(i + 1, i + 1 + n)
                  .map(sample)
                  .join(''),
              ),
              head,
            ),
          )
        visit(part, head)
        head += sample(part)
      }
    } else if (node.type === 'either') for (const option of node.options) visit(option, before)
    else if (node.type === 'group' || node.type === 'look') visit(node.body, before)
    else if (node.type === 'repeat') {
      if (node.most > 100) found.push(...pumped(node.body, before))
      visit(node.body, before)
    }
  }
  visit(root, '')
  return found
}

function pumped(body: Node, before: string): ((length: number) => string)[] {
  const firsts = ALPHABET.filter((character) => mayBegin(body, character))
  const parts = new Set([sample(body), ...firsts].filter((part) => part !== ''))
  return repeatedly([...parts], before)
}

const repeatedly = (parts: readonly string[], before: string): ((length: number) => string)[] =>
  parts
    .filter((part) => part !== '')
    .flatMap((part) =>
      ['', '!', '\u0001'].flatMap((end) =>
        ['', '\u0002'].map(
          (start) => (length: number) => start + before + part.repeat(Math.ceil(length / part.length)) + end,
        ),
      ),
    )

function mayBegin(node: Node, character: string): boolean {
  switch (node.type) {
    case 'one':
      return node.matches(character)
    case 'sequence': {
      for (const part of node.parts) {
        if (mayBegin(part, character)) return true
        if (sample(part) !== '') return false
      }
      return false
    }
    case 'either':
      return node.options.some((option) => mayBegin(option, character))
    case 'repeat':
    case 'group':
      return mayBegin(node.body, character)
    default:
      return false
  }
}

/** Returns a short text that a part of an expression matches. */
function sample(node: Node): string {
  switch (node.type) {
    case 'one':
      return ALPHABET.find((character) => node.matches(character)) ?? [...node.source].at(-1) ?? ''
    case 'sequence':
      return node.parts.map(sample).join('')
    case 'either':
      return node.options[0] ? sample(node.options[0]) : ''
    case 'repeat':
      return sample(node.body).repeat(node.least)
    case 'group':
      return sample(node.body)
    default:
      return ''
  }
}
