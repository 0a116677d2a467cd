import type { JsonTree } from '../base/json-tree.js'
import type { Status, StatusError } from '../base/status.js'
import type { EndpointName, KindDef } from '../kind/define.js'
import type { Options } from '../base/options.js'
import type { KubeObject } from '../schema/object.js'

/** What a request does, in the words of authorisation. */
export type RequestVerb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** What a request addresses. */
export type Target = {
  readonly verb: RequestVerb
  readonly def: KindDef
  /** Empty for cluster-scoped kinds and for lists across namespaces. */
  readonly namespace: string
  /** Empty for collections. */
  readonly name: string
  readonly endpoint: EndpointName
}

/** The four patch formats. */
export type PatchType = 'json' | 'merge' | 'strategic' | 'apply'

/** A decoded request body, not yet read by a schema. */
export type Body = {
  readonly value: unknown
  /** What the parser said of the text of a patch that is none; the verb words it. */
  readonly error?: string
  readonly patch?: PatchType
  /** The body as it was written, where the value does not tell all of it. */
  readonly written?: JsonTree
  /** Members a YAML body states twice, as warnings word them. */
  readonly duplicates: readonly string[]
}

/** Who asks. */
export type User = { readonly name: string; readonly groups: readonly string[] }

/** A decoded request for an object or a collection. */
export type Call = {
  readonly target: Target
  readonly options: Options
  readonly body: Body | undefined
  readonly user: User
  /** The name writes are recorded under: the fieldManager option, else from the User-Agent. */
  readonly manager: string
  readonly userAgent: string
  /** What a script does to the request as it is carried out. */
  readonly faults?: CallFaults
}

/** How far behind a read is: so many changes of its kind, or at a resourceVersion. As old as is still held. */
export type Stale = { readonly revisions: number; readonly at?: undefined } | { readonly at: string | number; readonly revisions?: undefined }

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
}

/** Metadata of a list. */
export type ListMeta = { readonly resourceVersion?: string; readonly continue?: string; readonly remainingItemCount?: number }

/** One event of a watch. */
export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubeObject }
  | { readonly type: 'BOOKMARK'; readonly object: KubeObject }
  | { readonly type: 'ERROR'; readonly status: Status }

/** An event of which only the first half is sent, before the connection breaks. */
export type TornEvent = { readonly type: 'torn'; readonly event: WatchEvent }

/** An open watch. Whoever reads it decides the pace; nothing is queued for it. */
export type WatchStream = {
  readonly def: KindDef
  /** The next event that can be sent now; undefined while there is none; `end` and `cut` once it is over, cleanly or not. */
  readonly next: () => WatchEvent | TornEvent | undefined | 'end' | 'cut'
  /** Sets who is called when next() may give more. */
  readonly onReady: (listener: () => void) => void
  /** Tells whether next() would give something now. */
  readonly isBehind: () => boolean
  /** Ends the watch cleanly: its reader sees `end`. */
  readonly end: () => void
  /** The reader has gone: nothing more is said. */
  readonly close: () => void
}

/** What a request came to. Only the last step of the pipeline makes a Response of it. */
export type Outcome =
  | { readonly type: 'object'; readonly code: number; readonly def: KindDef; readonly object: KubeObject; readonly warnings?: readonly string[] }
  | {
      readonly type: 'list'
      readonly code: number
      readonly def: KindDef
      readonly items: readonly KubeObject[]
      readonly metadata: ListMeta
      readonly warnings?: readonly string[]
    }
  | {
      readonly type: 'status'
      readonly code: number
      readonly status: Status
      readonly warnings?: readonly string[]
      /** What a caller in process is to be given instead of an error made of the status. */
      readonly error?: StatusError
    }
  | { readonly type: 'watch'; readonly stream: WatchStream; readonly warnings?: readonly string[] }
  /** Documents that are not objects: discovery, version, plain text. */
  | {
      readonly type: 'document'
      readonly code: number
      readonly body: unknown
      readonly contentType?: string
      readonly headers?: Readonly<Record<string, string>>
      readonly warnings?: readonly string[]
    }
  /** The connection breaks without a reply. */
  | { readonly type: 'cut'; readonly warnings?: readonly string[] }
  /** A reply whose body is no JSON (half of it, or a text of its own), or breaks off in the middle or after so many bytes. */
  | {
      readonly type: 'spoilt'
      readonly outcome: Outcome
      readonly malformed?: true | string
      readonly truncate?: true | number
      readonly warnings?: readonly string[]
    }

/** The outcome of an error. */
export const outcomeOf = (error: StatusError): Outcome => ({
  type: 'status',
  code: error.code,
  status: error.status,
  ...(error.name === 'StatusError' ? {} : { error }),
})
