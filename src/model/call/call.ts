import type { Identified } from '../registry/account-tokens.js'
import type { JsonTree } from '../../base/json/json-tree.js'
import type { Options } from './options.js'
import type { KubeObject } from '../../schema/object.js'
import type { ConnectPart, SubresourceName } from '../registry/subresource-name.js'
import type { KindDef } from '../registry/kind-def.js'

/** The four patch formats. */
export type PatchType = 'json' | 'merge' | 'strategic' | 'apply'

/** A decoded request body, not yet read by a schema. */
export type Body = {
  readonly value: unknown
  /** The parser's error for the text of an invalid patch; the verb wraps it in its own message. */
  readonly error?: string | undefined
  readonly patch?: PatchType
  /** The body as it was written, where `value` does not carry all of it. */
  readonly written?: JsonTree
  /** The text of an object that does not state its kind, which has to. */
  readonly untyped?: string
  /** Set for a large body, which is processed over several event-loop turns so that other requests need not wait. */
  readonly long?: boolean
  /** Duplicate fields of a YAML body, in the wording of warnings. */
  readonly duplicates: readonly string[]
  /** An object decoded earlier as the call's kind; parts that `value` shares with it are not decoded again. */
  readonly from?: KubeObject | undefined
}

/** The user who makes the request. */
export type User = Identified

/** A decoded request for an object or a collection. */
export type Call = {
  readonly target: Target
  readonly options: Options
  readonly body: Body | undefined
  readonly user: User
  /** The manager that writes are recorded under: the fieldManager option, or else derived from the User-Agent. */
  readonly manager: string
  readonly userAgent: string
  /** The path of a non-resource request (`/version`, `/apis`, `/healthz` …), whose target means nothing. */
  readonly path?: string
  /**
   * The pod subresource of a request that connects to a running pod and addresses no stored object; the target's
   * subresource is then `main`.
   */
  readonly connect?: ConnectPart
  /** `test` for a call of the cluster's own methods, which hooks are not meant for unless they name it. */
  readonly client?: 'test' | undefined
  /** The controller that makes the call, if one does; it receives no warnings. */
  readonly controller?: string | undefined
  /** The milliseconds that the client gives it, if it says so. */
  readonly timeout?: number
  /** Faults that a script injects while the request is carried out. */
  readonly faults?: CallFaults
}

/** How stale a read is: a number of changes of its kind, or a resourceVersion. At most as old as the history allows. */
export type Stale =
  | { readonly revisions: number; readonly at?: undefined }
  | { readonly at: string | number; readonly revisions?: undefined }

/** A concurrent write by another client, made just before the request is processed. */
export type Rival = {
  /** A merge patch (RFC 7386) of the object; for a create, of the object that it would have created. */
  readonly patch: { readonly [member: string]: unknown }
  /** The field manager it is recorded under (default: `rival`). */
  readonly manager?: string
  /** The subresource it writes to; the object itself by default. */
  readonly subresource?: string
}

/** Faults that a script injects while a request is carried out. */
export type CallFaults = {
  readonly stale?: Stale
  readonly rival?: Rival
  /** Treats the continue token as expired. */
  readonly expired?: boolean
}

/** Who made a write; kept with each change. */
export type Cause = {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly subresource: string
  readonly user: User
  /** The controller that wrote, if one did. */
  readonly controller?: string | undefined
  /** Set for a heartbeat of a simulated node, which changes nothing but timestamps. */
  readonly heartbeat?: true
}

/** What a request does, as an authorization verb. */
export type RequestVerb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** What a request addresses. */
export type Target = {
  readonly verb: RequestVerb
  readonly def: KindDef
  /** Empty for cluster-scoped kinds and for lists across all namespaces. */
  readonly namespace: string
  /** Empty for collections. */
  readonly name: string
  readonly subresource: SubresourceName
}
