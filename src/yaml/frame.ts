import { compareBytes, setOwn } from '../base/json.js'
import { type Key, keyText } from './key.js'

/** The members of a map by key, and the lines of their values where somebody may merge them. */
export type Members = { readonly values: Map<Key, unknown>; readonly lines: Map<Key, number> | undefined }

/** A list or map that is not read to its end. */
export type Frame<Anchored> = {
  readonly line: number
  readonly anchored: Anchored | undefined
  /** Levels of brackets within it so far. */
  height: number
} & (
  | { readonly type: 'sequence'; readonly items: unknown[]; readonly parts: (Members | undefined)[] | undefined }
  | {
      readonly type: 'mapping'
      readonly members: Members
      /** Its members become those of the map around it. */
      readonly isMerged: boolean
      key: Key
      hasKey: boolean
      isMerging: boolean
    }
)

/** Begins a list or map within another. */
export function frameOf<A>(
  type: 'sequence' | 'mapping',
  line: number,
  anchored: A | undefined,
  outer: Frame<A> | undefined,
): Frame<A> {
  const common = { line, anchored, height: 0 }
  const isMerged = outer?.type === 'mapping' && outer.hasKey && outer.isMerging
  if (type === 'sequence') return { type, ...common, items: [], parts: isMerged ? [] : undefined }
  const isPart = outer?.type === 'sequence' && outer.parts !== undefined
  const lines = anchored !== undefined || isMerged || isPart ? new Map<Key, number>() : undefined
  const members: Members = { values: new Map(), lines }
  return { type, ...common, members, isMerged, key: null, hasKey: false, isMerging: false }
}

/** A map as an object, its members in byte order. */
export function objectOf({ values }: Members): object {
  const names: [string, unknown][] = []
  let isSorted = true
  let last: string | undefined
  for (const [key, value] of values) {
    const name = typeof key === 'string' ? key : keyText(key)
    if (name === undefined) continue
    isSorted &&= last === undefined || compareBytes(last, name) < 0
    last = name
    names.push([name, value])
  }
  if (!isSorted) names.sort(([a], [b]) => compareBytes(a, b))
  const object: Record<string, unknown> = {}
  for (const [name, value] of names) setOwn(object, name, value)
  return object
}

/** A whole number as JavaScript holds it: as a number where it can. */
export function toPlain(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
