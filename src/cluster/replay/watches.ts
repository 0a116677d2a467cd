import type { BundleAct, BundleRequest } from '../bundle/types.js'
import type { OpenWatch } from '../../rest/watch/open-watch.js'
import type { Server } from '../server.js'
import type { Pair } from './compare.js'

type Control = Extract<BundleAct, { readonly type: 'watch' }>

/**
 * Applies a recorded act on a watch to the watch that the corresponding request of the replay opened, if it is open.
 */
export function controlAgain({ context, recorder }: Server, pairs: readonly Pair[], act: Control): void {
  const pair = pairs.find(({ recorded }) => opened(recorded, act.watch))
  const kept = pair && recorder.notes().find(({ sequence }) => sequence === pair.sequence)?.kept
  const watch = kept?.type === 'watch' ? context.watches.list().find(({ id }) => id === kept.id) : undefined
  if (watch) control(watch, act)
}

const opened = ({ watch }: BundleRequest, id: string): boolean => watch === id

function control(watch: OpenWatch, act: Control): void {
  if (act.does === 'cut') watch.cut(act.where)
  else if (act.does === 'release') watch.release(act.count)
  else watch[act.does]()
}
