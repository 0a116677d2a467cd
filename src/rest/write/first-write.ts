import type { KindDef } from '../../registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'

const unwritten = new WeakSet<KubeObject>()

/** Remembers an object just created, of a kind whose next write is a real one whatever it says. */
export function noteCreated(def: KindDef, stored: KubeObject): KubeObject {
  if (def.storage.filledOnRead) unwritten.add(stored)
  return stored
}

/** Tells whether the next write of an object takes a revision even when it changes nothing. */
export const firstWriteCounts = (object: KubeObject): boolean => unwritten.has(object)
