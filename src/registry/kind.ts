import type { KubeObject } from '../schema/object.js'
import type { KindDef } from './kind-def.js'
import type { Profile } from './profile.js'

/**
 * Where a kind is served and what it is called there: its group, version, resource and kind (apimachinery's
 * RESTMapping).
 */
export type RestMapping = Pick<KindDef, 'group' | 'version' | 'plural' | 'kind'>

/** A kind as a function of the profile; the form kinds are declared in. */
export type Kind<T extends KubeObject = KubeObject> = ((profile: Profile) => KindDef) & {
  readonly '~object'?: T
  /** Where the kind is served; its schema is not made for that. */
  readonly mapping: (profile: Profile) => RestMapping
  /** It was made of an OpenAPI document, and gives way to a kind that is at its path. */
  readonly fromDocument?: true
}
