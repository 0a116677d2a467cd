import type { LabelSelector } from '../../../model/registry/label-selector.js'
import type { KubeObject } from '../../../schema/object.js'
import { changesCount, concernedOwners } from '../../pods/wake-owners.js'
import type { Controller } from '../../runtime/types.js'

/** The kinds that manage a number of identical pods. */
export type ReplicasKind = 'ReplicaSet' | 'ReplicationController'

/** Returns the watches of the controller of such a kind. */
export const wakesReplicas = (kind: ReplicasKind): Controller['watches'] => ({
  [kind]: 'own',
  Pod: (change, world) =>
    changesCount(change) ? concernedOwners(change, world, { kind, selectorOf: podSelector }) : [],
})

/** Returns the label selector of an object of such a kind: that of a ReplicationController is a map of labels. */
export function podSelector({ kind, spec }: KubeObject): LabelSelector | undefined {
  const { selector } = (spec ?? {}) as { selector?: LabelSelector | Readonly<Record<string, string>> } // of both kinds
  if (kind !== 'ReplicationController' || !selector) return selector as LabelSelector | undefined // of a ReplicaSet
  return { matchLabels: selector as Readonly<Record<string, string>> } // of a ReplicationController
}
