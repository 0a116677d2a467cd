import type { JsonObject } from '../../../base/json/json.js'
import type { Connection } from './connections.js'
import type { ParameterTexts } from './parameters.js'

/** The descriptions of components: of their fields by name, and of the component itself under the empty name. */
export type ComponentTexts = { readonly [component: string]: { readonly [member: string]: string } }

/** The `x-kubernetes-unions` of components. */
export type ComponentUnions = { readonly [component: string]: readonly JsonObject[] }

/** The descriptions of the built-in kinds and of the parameters of every kind. */
export type Descriptions = {
  readonly components: ComponentTexts
  readonly parameters: ParameterTexts
  readonly connections: readonly Connection[]
  readonly unions: ComponentUnions
}

let loaded: Descriptions | undefined

/** Loads the descriptions. They are half a megabyte, and load with the first document that needs them. */
export const loadDescriptions = (): Descriptions | Promise<Descriptions> =>
  loaded ??
  import('../../../model/generated/descriptions/texts.js').then(
    ({ DESCRIPTIONS, PARAMETERS, CONNECTIONS, UNIONS }) =>
      (loaded ??= {
        components: JSON.parse(DESCRIPTIONS) as ComponentTexts, // generated in this form
        parameters: JSON.parse(PARAMETERS) as ParameterTexts, // generated in this form
        connections: JSON.parse(CONNECTIONS) as readonly Connection[], // generated in this form
        unions: JSON.parse(UNIONS) as ComponentUnions, // generated in this form
      }),
  )
