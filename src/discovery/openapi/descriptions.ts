import type { JsonObject } from '../../base/json.js'
import type { Connection } from './connections.js'
import type { ParameterTexts } from './parameters.js'

/** What there is to say of components: of their members by name, and of themselves by the name ``. */
export type ComponentTexts = { readonly [component: string]: { readonly [member: string]: string } }

/** The `x-kubernetes-unions` of components. */
export type ComponentUnions = { readonly [component: string]: readonly JsonObject[] }

/** What documents say of the built-in kinds and of what is asked of every kind. */
export type Descriptions = {
  readonly components: ComponentTexts
  readonly parameters: ParameterTexts
  readonly connections: readonly Connection[]
  readonly unions: ComponentUnions
}

let loaded: Descriptions | undefined

/** The descriptions. They are half a megabyte, and come with the first document that tells them. */
export const loadDescriptions = (): Descriptions | Promise<Descriptions> =>
  loaded ??
  import('../../kinds/generated/descriptions/texts.js').then(
    ({ DESCRIPTIONS, PARAMETERS, CONNECTIONS, UNIONS }) =>
      (loaded ??= {
        components: JSON.parse(DESCRIPTIONS) as ComponentTexts, // as it is written there
        parameters: JSON.parse(PARAMETERS) as ParameterTexts, // as it is written there
        connections: JSON.parse(CONNECTIONS) as readonly Connection[], // as it is written there
        unions: JSON.parse(UNIONS) as ComponentUnions, // as it is written there
      }),
  )
