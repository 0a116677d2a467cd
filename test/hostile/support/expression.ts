/** A JavaScript regular expression as a tree. Non-capturing groups are replaced by their content. */
export type Node =
  | { readonly type: 'one'; readonly source: string; readonly matches: (character: string) => boolean }
  | { readonly type: 'sequence'; readonly parts: readonly Node[] }
  | { readonly type: 'either'; readonly options: readonly Node[] }
  | {
      readonly type: 'repeat'
      readonly body: Node
      readonly least: number
      readonly most: number
      readonly lazy: boolean
    }
  | { readonly type: 'group'; readonly index: number; readonly body: Node }
  | { readonly type: 'look'; readonly ahead: boolean; readonly negated: boolean; readonly body: Node }
  | { readonly type: 'again'; readonly index: number }
  | { readonly type: 'at'; readonly where: '^' | '$' | '\\b' | '\\B' }

/** Parses the source of an expression. Throws for syntax that no expression in src/ uses. */
export function parseExpression(source: string, flags: string): Node {
  let at = 0
  let groups = 0
  const take = (pattern: RegExp): string | undefined => {
    const sticky = new RegExp(pattern.source, 'yu')
    sticky.lastIndex = at
    const [found] = sticky.exec(source) ?? []
    at += found?.length ?? 0
    return found
  }
  const one = (text: string): Node => {
    const mode = flags.replace(/[gyd]/g, '')
    const known = new Map<string, boolean>()
    const expression = new RegExp(`^(?:${text})$`, mode)
    return {
      type: 'one',
      source: text,
      matches(character) {
        let answer = known.get(character)
        if (answer === undefined) known.set(character, (answer = expression.test(character)))
        return answer
      },
    }
  }
  const either = (): Node => {
    const options = [sequence()]
    while (take(/\|/)) options.push(sequence())
    return options.length === 1 && options[0] ? options[0] : { type: 'either', options }
  }
  const sequence = (): Node => {
    const parts: Node[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(atom()))
    return { type: 'sequence', parts }
  }
  const group = (): Node => {
    const look = take(/\(\?<?[=!]/)
    const plain = look ?? take(/\(\?:/)
    if (plain === undefined) take(/\((?:\?<\w+>)?/)
    const index = plain === undefined ? ++groups : 0
    const body = either()
    take(/\)/)
    if (look) return { type: 'look', ahead: !look.includes('<'), negated: look.endsWith('!'), body }
    return index > 0 ? { type: 'group', index, body } : body
  }
  const atom = (): Node => {
    if (source[at] === '(') return group()
    const where = take(/[\^$]|\\[bB]/)
    if (where) return { type: 'at', where: where as '^' } // one of the four anchors
    const again = take(/\\[1-9]/)
    if (again) return { type: 'again', index: Number(again.slice(1)) }
    const text = take(/\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\x[0-9a-f]{2}|\\u\{?[0-9a-f]+\}?|\\c[A-Z]|\\.|[^\\]/isu)
    if (text === undefined) throw new Error(`cannot read ${source} at ${at}`)
    return one(/^[{}\]]$/.test(text) ? `\\${text}` : text)
  }
  const repeated = (body: Node): Node => {
    const mark = take(/[*+?]|\{\d+(?:,\d*)?\}/)
    if (!mark) return body
    const [least = 0, most = least] = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] }[mark] ?? bounds(mark)
    return { type: 'repeat', body, least, most, lazy: take(/\?/) !== undefined }
  }
  const bounds = (mark: string): number[] => {
    const [least = '0', most] = mark.slice(1, -1).split(',')
    return [Number(least), most === undefined ? Number(least) : most === '' ? Infinity : Number(most)]
  }
  const tree = either()
  if (at < source.length) throw new Error(`cannot read ${source} at ${at}`)
  return tree
}
