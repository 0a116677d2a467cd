import { MAX_JSON_DEPTH, tooDeepText } from '../base/json-depth.js'
import { createAliasing } from './aliasing.js'
import { YamlFault } from './fault.js'
import { type Frame, type Members, frameOf, objectOf, toPlain } from './frame.js'
import { type Key, keyOf, keySyntax, keyText, membersSyntax, unfitKey, valueSyntax } from './key.js'
import type { Event } from './parser.js'
import { type Scalar, scalarOf } from './scalar.js'
import { YAML_TAG } from './tags.js'

/** What is YAML and cannot be JSON. */
export class UnfitValue extends Error {}

/** A document as the JSON it stands for, and what a strict reader says of keys that are set twice, in the order it finds them. */
export type DecodedYaml = {
  /** Whole numbers JavaScript does not hold are bigints. */
  readonly value: unknown
  readonly duplicates: readonly string[]
  /** Whether there is one. */
  readonly hasBigint: boolean
}

/** What an anchor stands for. */
type Anchored = {
  value: unknown
  scalar: Scalar | undefined
  members: Members | undefined
  /** Levels of brackets it has. */
  height: number
  /** What reading it takes, and the text it has. */
  steps: number
  text: number
  /** It is not read to its end. */
  isOpen: boolean
}

/** A value that is whole: what it is, and what it adds to where it stands. */
type Whole = {
  readonly value: unknown
  readonly line: number
  readonly height: number
  readonly scalar?: Scalar | undefined
  readonly isMerge?: boolean
  readonly members?: Members | undefined
}

/**
 * Makes JSON of the events of a document as sigs.k8s.io/yaml does: the last of a key counts, a merge (`<<`) sets its keys where it
 * stands, members are in byte order. What an alias stands for is shared.
 */
export class Decoding {
  readonly #aliasing = createAliasing()
  readonly #anchors = new Map<string, Anchored>()
  readonly #frames: Frame<Anchored>[] = []
  readonly #duplicates: string[] = []
  /** The first fault: what is no YAML at all further on is told before it. */
  #fault: Error | undefined
  #unfitKey: string | undefined
  #unfitNumber: string | undefined
  #value: unknown = null
  #hasBigint = false

  /**
   * Takes the next event.
   *
   * @throws YamlFault for an alias that stands for nothing
   */
  add(event: Event): void {
    if (event.type === 'alias' && !this.#anchors.has(event.anchor))
      throw new YamlFault(`unknown anchor '${event.anchor}' referenced`)
    if (this.#fault) return this.#noteAnchor(event)
    try {
      this.#read(event)
    } catch (error) {
      if (!(error instanceof YamlFault || error instanceof UnfitValue)) throw error
      this.#fault = error
      this.#noteAnchor(event)
    }
  }

  /**
   * The document, once all of it was taken.
   *
   * @throws YamlFault, UnfitValue
   */
  result(): DecodedYaml {
    if (this.#fault) throw this.#fault
    const unfit = this.#unfitKey ?? this.#unfitNumber
    if (unfit !== undefined) throw new UnfitValue(unfit)
    return { value: this.#value, duplicates: this.#duplicates, hasBigint: this.#hasBigint }
  }

  #noteAnchor(event: Event): void {
    if ('anchor' in event && event.type !== 'alias' && event.anchor !== '')
      this.#anchors.set(event.anchor, { ...NOTHING })
  }

  #read(event: Event): void {
    const { line } = event
    switch (event.type) {
      case 'scalar': {
        const frame = this.#frames.at(-1)
        const isKey = frame?.type === 'mapping' && !frame.hasKey
        if (frame?.type === 'mapping' && frame.hasKey && frame.isMerging) throw new YamlFault(NO_MAP)
        this.#aliasing.count(event.value.length)
        const scalar = scalarOf(event)
        const value = this.#jsonOf(scalar, isKey)
        if (event.anchor !== '')
          this.#anchors.set(event.anchor, { ...NOTHING, value, scalar, steps: 1, text: event.value.length })
        const isMerge = event.value === '<<' && (event.implicit || event.tag === MERGE_TAG)
        return this.#deliver({ value, line, height: 0, scalar, isMerge })
      }
      case 'alias':
        return this.#readAlias(event.anchor, line)
      case 'sequence':
      case 'mapping':
        return this.#open(event.type, event.anchor, line)
      case 'end':
        return this.#close()
    }
  }

  #jsonOf({ type, value }: Scalar, isKey: boolean): unknown {
    if (type === 'int') {
      const plain = toPlain(value)
      this.#hasBigint ||= typeof plain === 'bigint'
      return plain
    }
    if (type === 'float' && !isKey && !Number.isFinite(value))
      this.#unfitNumber ??= `json: unsupported value: ${Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'}`
    return value
  }

  #readAlias(name: string, line: number): void {
    const target = this.#anchors.get(name) ?? NOTHING
    if (target.isOpen) throw new YamlFault(`anchor '${name}' value contains itself`)
    this.#aliasing.repeat(target)
    this.#checkDepth(this.#frames.length + target.height, Array.isArray(target.value) ? '[' : '{')
    const { value, height, scalar, members } = target
    this.#deliver({ value, line, height, scalar, members })
  }

  #checkDepth(depth: number, bracket: string): void {
    if (depth > MAX_JSON_DEPTH) throw new UnfitValue(tooDeepText(bracket))
  }

  #open(type: 'sequence' | 'mapping', anchor: string, line: number): void {
    this.#checkDepth(this.#frames.length + 1, type === 'sequence' ? '[' : '{')
    const { steps, text } = this.#aliasing
    this.#aliasing.count(0)
    const anchored: Anchored | undefined = anchor === '' ? undefined : { ...NOTHING, isOpen: true, steps, text }
    if (anchored) this.#anchors.set(anchor, anchored)
    this.#frames.push(frameOf(type, line, anchored, this.#frames.at(-1)))
  }

  #close(): void {
    const frame = this.#frames.pop()
    if (!frame) return
    const { line, anchored, height } = frame
    const value = frame.type === 'sequence' ? frame.items : objectOf(frame.members)
    const members = frame.type === 'mapping' ? frame.members : undefined
    if (anchored) {
      const { steps, text } = this.#aliasing
      Object.assign(anchored, { value, members, height: height + 1, isOpen: false })
      anchored.steps = steps - anchored.steps
      anchored.text = text - anchored.text
    }
    if (frame.type === 'sequence' && frame.parts) this.#merge(frame.parts.toReversed())
    else if (frame.type === 'mapping' && frame.isMerged) this.#merge([members])
    else this.#deliver({ value, line, height: height + 1, members })
  }

  /** Puts a value where it belongs. */
  #deliver(whole: Whole): void {
    const frame = this.#frames.at(-1)
    if (!frame) {
      this.#value = whole.value
      return
    }
    frame.height = Math.max(frame.height, whole.height)
    if (frame.type === 'sequence') {
      frame.items.push(whole.value)
      frame.parts?.push(whole.members)
    } else if (!frame.hasKey) {
      frame.hasKey = true
      frame.isMerging = whole.isMerge === true
      frame.key = frame.isMerging ? null : keyFrom(whole)
    } else if (frame.isMerging) this.#merge([whole.members])
    else {
      frame.hasKey = false
      this.#set(frame.members, frame.key, whole.value, whole.line)
    }
  }

  /** Sets the members of maps in the map around them. */
  #merge(parts: readonly (Members | undefined)[]): void {
    const frame = this.#frames.at(-1)
    if (frame?.type !== 'mapping') return
    frame.hasKey = false
    for (const part of parts) {
      if (!part) throw new YamlFault(NO_MAP)
      for (const [key, value] of part.values) this.#set(frame.members, key, value, part.lines?.get(key) ?? frame.line)
    }
  }

  #set({ values, lines }: Members, key: Key, value: unknown, line: number): void {
    if (values.has(key)) this.#duplicates.push(`line ${line + 1}: key ${keySyntax(key)} already set in map`)
    values.set(key, value)
    lines?.set(key, line)
    if ((typeof key === 'object' || typeof key === 'bigint') && keyText(key) === undefined)
      this.#unfitKey ??= unfitKey(key, value)
  }
}

const NO_MAP = 'map merge requires map or sequence of maps as the value'
const MERGE_TAG = `${YAML_TAG}merge`

const NOTHING: Readonly<Anchored> = {
  value: null,
  scalar: undefined,
  members: undefined,
  height: 0,
  steps: 0,
  text: 0,
  isOpen: false,
}

function keyFrom({ scalar, members, value }: Whole): Key {
  if (scalar) return keyOf(scalar)
  throw new YamlFault(`invalid map key: ${members ? membersSyntax(members.values) : valueSyntax(value)}`)
}
