import type { StatusError } from '../../base/errors/status.js'
import type { KindDef } from '../registry/kind-def.js'
import type { ConnectPart } from '../registry/subresource-name.js'
import type { Target } from './call.js'

/** What a URL is routed to. */
export type Routed =
  | {
      readonly type: 'resource'
      readonly target: Target
      /** Routed by a `/watch/` path. */ readonly legacyWatch: boolean
    }
  | {
      readonly type: 'discovery'
      readonly document: 'core' | 'groups' | 'group' | 'resources'
      readonly group: string
      readonly version: string
    }
  /** A connection to a pod, a Service or a node (exec, logs, proxy …). */
  | {
      readonly type: 'connect'
      readonly resource: 'pods' | 'services' | 'nodes'
      readonly namespace: string
      readonly name: string
      readonly part: ConnectPart
    }
  | { readonly type: 'service'; readonly path: string }
  /** A subresource or verb the kind does not have, where the kind's own handler reports that. */
  | { readonly type: 'refused'; readonly error: StatusError; readonly def: KindDef }
  /** Not a path of the API: answered in plain text. */
  | { readonly type: 'nowhere' }
  /** A path of an API version that an APIService delegates to another server, which is unreachable. */
  | { readonly type: 'unavailable' }
  /** The beginning of a path for watches or proxies, without a resource. */
  | { readonly type: 'beginning' }
  /** A broken percent escape. */
  | { readonly type: 'malformed' }
