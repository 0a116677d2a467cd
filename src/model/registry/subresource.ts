import type { KubeObject } from '../../schema/object.js'
import type { ActContext, ActResult } from './act-context.js'
import type { Verb } from './verb.js'

/**
 * The object itself or one of its subresources: its verbs, and the members it leaves unchanged. `D` is the type by
 * which kinds of other bodies are given.
 */
export type SubresourceOf<D> = {
  readonly verbs: readonly Verb[]
  /** Dotted paths that an update keeps from the stored object. */
  readonly resetFields: readonly string[]
  /** Server-side apply creates the object if it is missing. */
  readonly mayCreate?: boolean
  /** Dotted paths that this subresource does not own; by default the `resetFields`. */
  readonly unowned?: readonly string[]
  /** False if its replies are not available as a Table. */
  readonly tables?: false
  /** The bodies are of another kind, in which the object is read and written. */
  readonly view?: ViewOf<D>
  /** What a POST does. */
  readonly act?: ActOf<D>
}

/** Another kind in which an object is read and written (`/scale`). */
export type ViewOf<D> = {
  readonly def: D
  readonly show: (object: KubeObject) => KubeObject
  /** Returns the form that changes are made to (default: the one that is shown). */
  readonly base?: (object: KubeObject) => KubeObject
  /** Throws a StatusError for an object that can be changed through the view, but not shown. */
  readonly check?: (object: KubeObject) => void
  /** Returns the object with the changes made to its view. */
  readonly change: (object: KubeObject, shown: KubeObject) => KubeObject
  /**
   * Why the result of an apply to the view cannot be converted, if so: an apply then succeeds only if it changes
   * nothing.
   */
  readonly unconvertible?: string
  /**
   * The only member that is changed, and therefore owned, through the view: its dotted path in the view, and in each
   * version of the object.
   */
  readonly owned: { readonly shown: string; readonly kept: { readonly [apiVersion: string]: string | undefined } }
}

/** An action on an object (`/binding`, `/eviction`), described by a body of another kind that is not stored. */
export type ActOf<D> = {
  readonly def: D
  /** Other apiVersions accepted in bodies, with the same members. */
  readonly accepts?: readonly string[]
  /** For one that signs a token, which needs the signing key: loads the code for it, before the call has its turn. */
  readonly signs?: () => Promise<void> | undefined
  /** Throws a StatusError for a body that names another object; by default a body must name the object. */
  readonly checkName?: (body: KubeObject, name: string) => void
  /** Throws a StatusError for a body that is invalid whatever the object is. */
  readonly check?: (body: KubeObject) => void
  /** Fills in the body by the object, before validating admission sees it; throws a StatusError if it is invalid. */
  readonly prepare?: (object: KubeObject, body: KubeObject, context: Pick<ActContext, 'now' | 'accounts'>) => KubeObject
  /** Performs the act; throws a StatusError if it is not allowed. */
  readonly perform: (object: KubeObject, body: KubeObject, context: ActContext) => ActResult
}
