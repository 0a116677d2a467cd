import type { Key } from '../runtime/types.js'

const key = (name: string): Key => ({ apiVersion: 'v1', kind: 'Pod', namespace: '', name })

/** What wakes the scheduler beside single pods, whose keys are their own, and where it remembers what is of no pod. */
export const keys = {
  /** There are new pods. */
  added: key('(added)'),
  /** Something has happened that may help pods that wait: it is told what. */
  changed: key('(changed)'),
  /** Those that wait have waited long. */
  leftover: key('(leftover)'),
  /** How often a pod has gone back into the queue. */
  turns: key('(turns)'),
} as const
