import type { KubeObject } from '../../schema/object.js'
import type { KindDef } from './kind-def.js'
import type { Profile } from './profile.js'

/** Where a kind is served: its group, version, resource and kind (apimachinery's RESTMapping). */
export type RestMapping = Pick<KindDef, 'group' | 'version' | 'plural' | 'kind'>

/** A kind as a function of the profile; the form in which kinds are declared. */
export type Kind<T extends KubeObject = KubeObject> = ((profile: Profile) => KindDef) & {
  readonly '~object'?: T
  /** Returns where the kind is served, without building its schema. */
  readonly mapping: (profile: Profile) => RestMapping
  /** Set if it was made from an OpenAPI document; a built-in kind at the same path takes precedence. */
  readonly fromDocument?: true
}
