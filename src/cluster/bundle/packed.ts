import { type Alike, alikeOf } from '../../model/patch/alike.js'
import type { Bundle, BundleChange, BundleRequest } from './types.js'

/** A Bundle as it is stored in a file, with items encoded as differences to similar ones. `unpacked` restores it. */
export type PackedBundle = Omit<Bundle, List> & { readonly packed: { readonly [list in List]: Alike } }

type List = 'start' | 'changes' | 'requests' | 'told'

/** Packs a Bundle for a file. */
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

/** Returns the keys of similar changes: the previous change of the same object, or of its kind. */
function marksOfChange({ type, apiVersion, kind, namespace, name, object }: BundleChange): readonly string[] {
  const ofKind = `${type === 'changed' ? '' : type} ${apiVersion} ${kind}`
  const ofObject = `${apiVersion} ${kind} ${namespace}/${name}`
  if (!object) return [ofKind]
  return type === 'changed' ? [ofObject, ofKind] : [ofKind, ofObject]
}

/** Returns the key of similar requests: the same kind of request from the same kind of caller, with the same code. */
const marksOfRequest = ({ method, via, apiVersion, kind, subresource, code, by }: BundleRequest): readonly string[] => [
  [method, via, apiVersion, kind, subresource, code, by?.controller].join(' '),
]
