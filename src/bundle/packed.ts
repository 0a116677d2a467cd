import { type Alike, alikeOf } from '../patch/alike.js'
import type { Bundle, BundleChange, BundleRequest } from './types.js'

/** A Bundle as it stands in a file, where what is much alike is told once. `unpacked` gives it as it was. */
export type PackedBundle = Omit<Bundle, List> & { readonly packed: { readonly [list in List]: Alike } }

type List = 'start' | 'changes' | 'requests' | 'told'

/** A Bundle as it is written to a file. */
export function packedBundle({ start, changes, requests, told, ...rest }: Bundle): PackedBundle {
  return {
    ...rest,
    packed: {
      start: alikeOf(start, ({ object: { apiVersion, kind } }) => [`${apiVersion} ${kind}`]),
      changes: alikeOf(changes, marksOfChange),
      requests: alikeOf(requests, marksOfRequest),
      told: alikeOf(told, ({ watch, type }) => [`${watch} ${type}`, type]),
    },
  }
}

/** What a change is much like: the last of the same object, or of its kind. */
function marksOfChange({ type, apiVersion, kind, namespace, name, object }: BundleChange): readonly string[] {
  const ofKind = `${type === 'changed' ? '' : type} ${apiVersion} ${kind}`
  const ofObject = `${apiVersion} ${kind} ${namespace}/${name}`
  if (!object) return [ofKind]
  return type === 'changed' ? [ofObject, ofKind] : [ofKind, ofObject]
}

/** What a request is much like: the last of who asked the same of the same kind, with the same answer. */
const marksOfRequest = ({ method, via, apiVersion, kind, subresource, code, by }: BundleRequest): readonly string[] => [
  [method, via, apiVersion, kind, subresource, code, by?.controller].join(' '),
]
