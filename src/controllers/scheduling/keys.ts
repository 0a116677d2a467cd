import type { Key } from '../runtime/types.js'

const key = (name: string): Key => ({ apiVersion: 'v1', kind: 'Pod', namespace: '', name })

/** The scheduler's keys besides those of single pods. They also hold the memory that belongs to no single pod. */
export const keys = {
  /** New pods were added. */
  added: key('(added)'),
  /** Something has changed that may help unschedulable pods; the change is passed along. */
  changed: key('(changed)'),
  /** Unschedulable pods have waited long enough to be retried. */
  leftover: key('(leftover)'),
  /** A counter of requeued pods. */
  turns: key('(turns)'),
} as const
