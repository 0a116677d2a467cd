import type { Inputs } from './inputs.js'
import { type PerVersion, markOf, merged, ofEach, spanOf } from './versions.js'

/** The types in the output of internals/main.go, by name. */
export type InternalTypes = {
  readonly [name: string]: {
    readonly fields?: readonly (readonly [name: string, json: string, type: string, written: string])[]
    readonly of?: string
    readonly stringer?: 'value' | 'pointer'
    readonly equal?: boolean
  }
}

/** Returns the lines of src/model/generated/internal-structs.ts, one for each type, for all versions. */
export function internalLines(versions: PerVersion<Pick<Inputs, 'internals'>>): readonly string[] {
  const each = ofEach(versions, ({ internals }) => internals)
  const names = new Set(each.flatMap((internals) => Object.keys(internals ?? {})))
  return [...names].sort().map((name) => {
    const words = each.map((internals) => internals && wordsOf(internals[name]))
    const span = spanOf(words)
    return [markOf(span) + name, ...merged(words).map((piece) => markOf(piece, span) + piece.text)].join(' ')
  })
}

const wordsOf = (type: InternalTypes[string] | undefined): readonly string[] | undefined =>
  type && [
    ...(type.stringer ? [`!${type.stringer}`] : []),
    ...(type.equal ? ['!equal'] : []),
    ...(type.of ? [`=${type.of}`] : []),
    ...(type.fields ?? []).map(([name, json, of, written]) =>
      [name, json, of, ...(written ? [written] : [])].join(':'),
    ),
  ]
