import type { Dial } from '../model/registry/webhook.js'
import { loadNodeEntry } from './node-entry.js'

let dialler: Dial | undefined

/** Lets clusters call webhooks over sockets; called by the entry for Node.js. */
export const setDialler = (by: Dial): void => void (dialler = by)

/** Returns what sends requests over sockets; undefined where there are none. */
export function neededDialler(): Dial | undefined {
  if (!dialler) loadNodeEntry()
  return dialler
}
