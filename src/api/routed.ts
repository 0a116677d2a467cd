import type { StatusError } from '../base/status.js'
import type { KindDef } from '../registry/kind-def.js'
import type { ConnectPart } from '../registry/subresource-name.js'
import type { Target } from './target.js'

/** What a URL stands for. */
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
  /** What lives in a pod, behind a Service or on a node. */
  | {
      readonly type: 'connect'
      readonly resource: 'pods' | 'services' | 'nodes'
      readonly namespace: string
      readonly name: string
      readonly part: ConnectPart
    }
  | { readonly type: 'service'; readonly path: string }
  /** What a kind has not, or does not do, where the handler of the kind itself says so. */
  | { readonly type: 'refused'; readonly error: StatusError; readonly def: KindDef }
  /** Not a path of the API: answered in plain text. */
  | { readonly type: 'nowhere' }
  /** A path of a version that an APIService leaves to another server, which cannot be reached. */
  | { readonly type: 'unavailable' }
  /** A broken percent escape. */
  | { readonly type: 'malformed' }
