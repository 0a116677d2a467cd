import type { Inputs } from './inputs.js'

/** The types in the output of internals/main.go, by name. */
export type InternalTypes = {
  readonly [name: string]: {
    readonly fields?: readonly (readonly [name: string, json: string, type: string])[]
    readonly of?: string
    readonly stringer?: 'value' | 'pointer'
    readonly equal?: boolean
  }
}

/** Returns the lines of src/model/generated/internal-structs.ts, one for each type. */
export const internalLines = ({ internals }: Pick<Inputs, 'internals'>): readonly string[] =>
  Object.entries(internals)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { fields = [], of, stringer, equal }]) =>
      [
        name,
        ...(stringer ? [`!${stringer}`] : []),
        ...(equal ? ['!equal'] : []),
        ...(of ? [`=${of}`] : []),
        ...fields.map((field) => field.join(':')),
      ].join(' '),
    )
