import type { KubeObject } from '../schema/object.js'
import type { ActContext, ActResult } from './act-context.js'
import type { Verb } from './verb.js'

/**
 * The object itself or one of its subresources: which verbs it has and what it leaves as stored. `D` is what a kind of
 * other bodies is given as.
 */
export type SubresourceOf<D> = {
  readonly verbs: readonly Verb[]
  /** Dotted paths an update takes from the stored object, whatever the request says. */
  readonly resetFields: readonly string[]
  /** Server-side apply through it creates what is missing. */
  readonly mayCreate?: boolean
  /** Dotted paths that are not owned through this subresource; `resetFields` when absent. */
  readonly unowned?: readonly string[]
  /** False where its replies cannot be had as a Table. */
  readonly tables?: false
  /** Its bodies are of another kind, in which the object is shown and changed. */
  readonly view?: ViewOf<D>
  /** What a POST to it does. */
  readonly act?: ActOf<D>
}

/** Another kind that stands for an object (`/scale`). */
export type ViewOf<D> = {
  readonly def: D
  readonly show: (object: KubeObject) => KubeObject
  /** Throws a StatusError for an object that can be changed so, but not be shown. */
  readonly check?: (object: KubeObject) => void
  /** The object as a changed view of it wants it. */
  readonly change: (object: KubeObject, shown: KubeObject) => KubeObject
  /**
   * Why what an apply makes of the view cannot be converted, where it cannot: only one that changes nothing goes
   * through.
   */
  readonly unconvertible?: string
  /**
   * The one member that is changed, and so owned, through the view: its dotted path there, and in each version of the
   * objects that has it.
   */
  readonly owned: { readonly shown: string; readonly kept: { readonly [apiVersion: string]: string | undefined } }
}

/**
 * Something to be done with an object (`/binding`, `/eviction`), told by an object of another kind that is stored
 * nowhere.
 */
export type ActOf<D> = {
  readonly def: D
  /** Other apiVersions that bodies may state, which have the same members. */
  readonly accepts?: readonly string[]
  /** It signs tokens, for which a key has to be there. */
  readonly signs?: true
  /** Throws a StatusError for a body that names another object; of most a body has to name the object. */
  readonly checkName?: (body: KubeObject, name: string) => void
  /** Throws a StatusError for a body that is wrong whatever the object is. */
  readonly check?: (body: KubeObject) => void
  /** Throws a StatusError where it may not be. */
  readonly perform: (object: KubeObject, body: KubeObject, context: ActContext) => ActResult
}
