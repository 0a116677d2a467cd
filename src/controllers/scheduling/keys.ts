import type { Key } from '../runtime/types.js'

const key = (name: string): Key => ({ apiVersion: 'v1', kind: 'Pod', namespace: '', name })

/** What wakes the scheduler beside single pods, whose keys are their own. */
export const keys = {
  /** There are new pods. */
  added: key('(added)'),
  /** Nodes have come, or have changed. */
  nodes: key('(nodes)'),
  /** Pods on nodes have gone, and left room. */
  gone: key('(gone)'),
  /** Pods have come to nodes, or have changed. */
  placed: key('(placed)'),
  /** Claims, volumes or classes have come or changed. */
  storage: key('(storage)'),
  /** Those that wait have waited long. */
  leftover: key('(leftover)'),
} as const

/** A pod may be helped by this. */
export type Help = Exclude<keyof typeof keys, 'added' | 'leftover'>

// Of pods that come to nodes only those profit that want to be near others, or far from some.
const PLACED = /affinity rules|topology spread/
// Whoever's claims are not there is not helped by nodes or room.
const CLAIMS =
  /^0\/\d+ nodes are available: (?:persistentvolumeclaim|pod has unbound|waiting for ephemeral|PersistentVolume)/
const STORAGE = /volume|storage|persistentvolumeclaim|disk/i

/** Tells whether a pod of which this was said may now have a node. */
export function mayHelp(help: Help, message: string): boolean {
  switch (help) {
    case 'placed':
      return PLACED.test(message)
    case 'storage':
      return STORAGE.test(message)
    case 'gone':
      return !CLAIMS.test(message)
    default:
      return true
  }
}
