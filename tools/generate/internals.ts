import type { Inputs } from './inputs.js'

/** What internals/main.go tells of a type, by its name. */
export type InternalTypes = {
  readonly [name: string]: {
    readonly fields?: readonly (readonly [name: string, json: string, type: string])[]
    readonly of?: string
    readonly stringer?: 'value' | 'pointer'
    readonly equal?: boolean
  }
}

/** The lines of src/kinds/generated/internal-structs.ts, one for each type. */
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
