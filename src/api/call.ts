import type { Identified } from '../registry/account-tokens.js'
import type { JsonTree } from '../base/json-tree.js'
import type { Options } from '../base/options.js'
import type { KubeObject } from '../schema/object.js'
import type { ConnectPart } from '../registry/subresource-name.js'
import type { Steps } from './steps.js'
import type { Target } from './target.js'

/** The four patch formats. */
export type PatchType = 'json' | 'merge' | 'strategic' | 'apply'

/** A decoded request body, not yet read by a schema. */
export type Body = {
  readonly value: unknown
  /** What the parser said of the text of a patch that is none; the verb words it. */
  readonly error?: string | undefined
  readonly patch?: PatchType
  /** The body as it was written, where the value does not tell all of it. */
  readonly written?: JsonTree
  /** The text of an object that does not say of which kind it is. */
  readonly untyped?: string
  /** It is so long that what is done with it is done in several turns, so that others need not wait. */
  readonly long?: boolean
  /** Members a YAML body states twice, as warnings word them. */
  readonly duplicates: readonly string[]
  /** An object that was read as the call's kind before: what the value shares with it is not read again. */
  readonly from?: KubeObject | undefined
}

/** Who asks. */
export type User = Identified

/** A decoded request for an object or a collection. */
export type Call = {
  readonly target: Target
  readonly options: Options
  readonly body: Body | undefined
  readonly user: User
  /** The name writes are recorded under: the fieldManager option, else from the User-Agent. */
  readonly manager: string
  readonly userAgent: string
  /** Of a request that is about no objects (`/version`, `/apis`, `/healthz` …); its target says nothing. */
  readonly path?: string
  /**
   * Of a request for what runs in a pod: which of its subresources that hold nothing; the target's own is then `main`.
   */
  readonly connect?: ConnectPart
  /** The controller that makes it, which hears nothing of what the call is warned of. */
  readonly controller?: string | undefined
  /** What a script does to the request as it is carried out. */
  readonly faults?: CallFaults
  /** What has been done for a call that is long. */
  readonly steps?: Steps
}

/** How far behind a read is: so many changes of its kind, or at a resourceVersion. As old as is still held. */
export type Stale =
  | { readonly revisions: number; readonly at?: undefined }
  | { readonly at: string | number; readonly revisions?: undefined }

/** A write that somebody else makes just before a request is worked on. */
export type Rival = {
  /** A merge patch (RFC 7386) of the object; of a create, of the object it would have made. */
  readonly patch: { readonly [member: string]: unknown }
  /** The field manager it is recorded under (default `rival`). */
  readonly manager?: string
  /** The subresource it writes to; without one, the object itself. */
  readonly subresource?: string
}

/** What a script does to a request as it is carried out. */
export type CallFaults = {
  readonly stale?: Stale
  readonly rival?: Rival
  /** The continue token is taken for too old. */
  readonly expired?: boolean
}

/** Who wrote, kept with each change. */
export type Cause = {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly subresource: string
  readonly user: User
  /** The controller that wrote. */
  readonly controller?: string | undefined
  /** A sign of life of a simulated node, which changes nothing but times. */
  readonly heartbeat?: true
}
