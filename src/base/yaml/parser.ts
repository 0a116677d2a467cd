import { parserFault } from './fault.js'
import { Scanner } from './scanner.js'
import { createTags } from './tags.js'
import type { YamlText } from './text.js'
import type { TextPlace, Token } from './token.js'

/** A parser event, in the order of the text. */
export type Event = TextPlace &
  (
    | {
        readonly type: 'scalar'
        readonly value: string
        readonly tag?: string
        readonly anchor?: string
        /** Unquoted, or with the tag `!`: its type is determined by its text. */
        readonly implicit: boolean
      }
    | { readonly type: 'alias'; readonly anchor: string }
    | { readonly type: 'sequence' | 'mapping'; readonly anchor: string }
    | { readonly type: 'end' | 'document start' | 'document end' | 'end of stream' }
  )

type State =
  | 'stream'
  | 'next document'
  | 'document content'
  | 'document end'
  | 'block node'
  | 'block sequence'
  | 'indentless sequence'
  | 'block mapping key'
  | 'block mapping value'
  | 'flow sequence first'
  | 'flow sequence'
  | 'flow pair key'
  | 'flow pair value'
  | 'flow pair end'
  | 'flow mapping first'
  | 'flow mapping key'
  | 'flow mapping value'
  | 'flow mapping no value'

type Kind = { readonly block: boolean; readonly indentless: boolean }
const FLOW: Kind = { block: false, indentless: false }
const BLOCK: Kind = { block: true, indentless: false }
const MEMBER: Kind = { block: true, indentless: true }

/** Parses a text into events, one at a time; reads no further than needed. */
export class Parser {
  readonly #scanner: Scanner
  readonly #tags = createTags()
  #state: State = 'stream'
  readonly #states: State[] = []

  constructor(text: YamlText) {
    this.#scanner = new Scanner(text)
  }

  next(): Event {
    switch (this.#state) {
      case 'stream':
        return this.#startDocument(true)
      case 'next document':
        return this.#startDocument(false)
      case 'document content':
        return this.#isAt(...DOCUMENT_ENDS) ? this.#empty(this.#scanner.peek(), this.#pop()) : this.#node(BLOCK)
      case 'document end':
        return this.#endDocument()
      case 'block node':
        return this.#node(BLOCK)
      case 'block sequence':
        return this.#blockSequence()
      case 'indentless sequence':
        return this.#indentlessSequence()
      case 'block mapping key':
        return this.#blockKey()
      case 'block mapping value':
        return this.#blockValue()
      case 'flow sequence first':
        return this.#flowSequence(true)
      case 'flow sequence':
        return this.#flowSequence(false)
      case 'flow pair key':
        return this.#pairKey()
      case 'flow pair value':
        return this.#flowValue('flow pair end', 'flow sequence end')
      case 'flow pair end':
        return this.#ended(this.#scanner.peek(), 'flow sequence')
      case 'flow mapping first':
        return this.#flowKey(true)
      case 'flow mapping key':
        return this.#flowKey(false)
      case 'flow mapping value':
        return this.#flowValue('flow mapping key', 'flow mapping end')
      case 'flow mapping no value':
        return this.#empty(this.#scanner.peek(), 'flow mapping key')
    }
  }

  #isAt(...types: readonly Token['type'][]): boolean {
    return types.includes(this.#scanner.peek().type)
  }

  #pop(): State {
    return this.#states.pop() ?? 'next document'
  }

  /** Makes an empty scalar where a node is missing. */
  #empty({ at, line }: TextPlace, state: State): Event {
    this.#state = state
    return { type: 'scalar', at, line, value: '', implicit: true }
  }

  #ended({ at, line }: TextPlace, state: State): Event {
    this.#state = state
    return { type: 'end', at, line }
  }

  /** Returns a node, or an empty scalar if one of the `missing` tokens follows; `after` is the next state. */
  #nodeOr(missing: readonly Token['type'][], kind: Kind, after: State, place: TextPlace = this.#scanner.peek()): Event {
    if (this.#isAt(...missing)) return this.#empty(place, after)
    this.#states.push(after)
    return this.#node(kind)
  }

  #startDocument(isFirst: boolean): Event {
    const scanner = this.#scanner
    if (!isFirst) while (this.#isAt('document end')) scanner.take()
    const { at, line } = scanner.peek()
    if (this.#isAt('end of stream')) return { type: 'end of stream', at, line }
    const isExplicit = !isFirst || this.#isAt('version', 'handle', 'document start')
    this.#tags.read(scanner)
    this.#states.push('document end')
    this.#state = isExplicit ? 'document content' : 'block node'
    if (isExplicit) {
      if (!this.#isAt('document start')) throw this.#fault('did not find expected <document start>')
      scanner.take()
    }
    return { type: 'document start', at, line }
  }

  #endDocument(): Event {
    const { at, line } = this.#scanner.peek()
    if (this.#isAt('document end')) this.#scanner.take()
    this.#tags.reset()
    this.#state = 'next document'
    return { type: 'document end', at, line }
  }

  #fault(problem: string): Error {
    return parserFault(this.#scanner.peek(), problem)
  }

  #node({ block, indentless }: Kind): Event {
    const scanner = this.#scanner
    const { at, line } = scanner.peek()
    const alias = this.#takeIf('alias')
    if (alias) return this.#finish({ type: 'alias', at, line, anchor: alias.value })
    const first = this.#takeIf('anchor')
    const tagToken = this.#takeIf('tag')
    const anchor = (first ?? (tagToken && this.#takeIf('anchor')))?.value ?? ''
    const tag = tagToken ? this.#tags.resolve(tagToken) : ''
    const started = (type: 'sequence' | 'mapping', state: State, take = true): Event => {
      if (take) scanner.take()
      this.#state = state
      return { type, at, line, anchor }
    }
    const token = scanner.peek()
    if (indentless && token.type === 'block entry') return started('sequence', 'indentless sequence', false)
    switch (token.type) {
      case 'scalar': {
        scanner.take()
        // Fast path, because a text may have a million scalars: the scanner's token is the event.
        if (tag === '' && anchor === '') return this.#finish(token)
        const implicit = tag === '' ? token.implicit : tag === '!'
        return this.#finish({ type: 'scalar', at, line, value: token.value, implicit, tag, anchor })
      }
      case 'flow sequence start':
        return started('sequence', 'flow sequence first')
      case 'flow mapping start':
        return started('mapping', 'flow mapping first')
      case 'block sequence start':
        if (block) return started('sequence', 'block sequence')
        break
      case 'block mapping start':
        if (block) return started('mapping', 'block mapping key')
    }
    if (anchor !== '' || tag !== '')
      return this.#finish({ type: 'scalar', at, line, value: '', implicit: tag === '', tag, anchor })
    throw this.#fault('did not find expected node content')
  }

  #finish(event: Event): Event {
    this.#state = this.#pop()
    return event
  }

  #takeIf<T extends Token['type']>(type: T): Token<T> | undefined {
    const token = this.#scanner.peek()
    if (token.type !== type) return undefined
    this.#scanner.take()
    return token as Token<T> // checked by the comparison of its type
  }

  #blockSequence(): Event {
    const entry = this.#takeIf('block entry')
    if (entry) return this.#nodeOr(['block entry', 'block end'], BLOCK, 'block sequence', entry)
    const end = this.#takeIf('block end')
    if (end) return this.#ended(end, this.#pop())
    throw this.#fault("did not find expected '-' indicator")
  }

  #indentlessSequence(): Event {
    const entry = this.#takeIf('block entry')
    if (!entry) return this.#ended(this.#scanner.peek(), this.#pop())
    return this.#nodeOr(['block entry', 'key', 'value', 'block end'], BLOCK, 'indentless sequence', entry)
  }

  #blockKey(): Event {
    const key = this.#takeIf('key')
    if (key) return this.#nodeOr(NO_MEMBER, MEMBER, 'block mapping value', key)
    const end = this.#takeIf('block end')
    if (end) return this.#ended(end, this.#pop())
    throw this.#fault('did not find expected key')
  }

  #blockValue(): Event {
    const value = this.#takeIf('value')
    if (!value) return this.#empty(this.#scanner.peek(), 'block mapping key')
    return this.#nodeOr(NO_MEMBER, MEMBER, 'block mapping key', value)
  }

  #flowSequence(isFirst: boolean): Event {
    this.#skipComma(isFirst, ']', 'flow sequence end')
    const key = this.#takeIf('key')
    if (key) {
      this.#state = 'flow pair key'
      return { type: 'mapping', at: key.at, line: key.line, anchor: '' }
    }
    const end = this.#takeIf('flow sequence end')
    if (end) return this.#ended(end, this.#pop())
    this.#states.push('flow sequence')
    return this.#node(FLOW)
  }

  #skipComma(isFirst: boolean, close: string, end: 'flow sequence end' | 'flow mapping end'): void {
    if (isFirst || this.#isAt(end) || this.#takeIf('flow entry')) return
    throw this.#fault(`did not find expected ',' or '${close}'`)
  }

  #pairKey(): Event {
    if (this.#isAt('value', 'flow entry', 'flow sequence end')) {
      // Consumes the token that shows that the key is missing.
      return this.#empty(this.#scanner.take(), 'flow pair value')
    }
    this.#states.push('flow pair value')
    return this.#node(FLOW)
  }

  #flowValue(after: State, end: 'flow sequence end' | 'flow mapping end'): Event {
    const value = this.#takeIf('value')
    return value ? this.#nodeOr(['flow entry', end], FLOW, after) : this.#empty(this.#scanner.peek(), after)
  }

  #flowKey(isFirst: boolean): Event {
    this.#skipComma(isFirst, '}', 'flow mapping end')
    if (this.#takeIf('key'))
      return this.#nodeOr(['value', 'flow entry', 'flow mapping end'], FLOW, 'flow mapping value')
    const end = this.#takeIf('flow mapping end')
    if (end) return this.#ended(end, this.#pop())
    this.#states.push('flow mapping no value')
    return this.#node(FLOW)
  }
}

const NO_MEMBER = ['key', 'value', 'block end'] as const
const DOCUMENT_ENDS = ['version', 'handle', 'document start', 'document end', 'end of stream'] as const
