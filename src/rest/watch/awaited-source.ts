import { tooLargeResourceVersion } from '../../base/errors/status.js'
import type { Call } from '../../model/call/call.js'
import type { WatchEvent } from '../../model/call/watch-event.js'
import { type RestContext, tableOf } from '../context.js'
import type { WatchSource } from './source.js'

/** How long a watch cache waits for a future revision (k8s.io/apiserver: watch_cache.go, blockTimeout). */
const LONGEST_WAIT = 3000

/**
 * Makes the source of a watch that wants the state as of a future revision at the earliest: like a watch cache it has
 * no events until the revision is reached, then the state of that moment, and a 504 if that takes too long.
 *
 * @param open opens the source once the revision is reached
 * @param fail makes the source of a watch that ends with an error
 */
export function awaitedSource(
  { env, store }: RestContext,
  { target, options }: Call,
  { open, fail, expired }: Openers,
): WatchSource {
  const wanted = Number(options.resourceVersion)
  const revision = store.revision()
  const table = tableOf(target)
  const log = store.log(table)
  const isLost = () => store.log(table) !== log
  let isLate = false
  let opened: WatchSource | undefined
  const source = () => {
    if (opened) return opened
    if (isLost()) opened = fail(expired())
    else if (store.revision() >= wanted) opened = open()
    else if (isLate)
      opened = fail({
        type: 'ERROR',
        status: tooLargeResourceVersion(options.resourceVersion, store.revision(), true).status,
      })
    return opened
  }
  return {
    next: () => source()?.next(),
    bookmark: () => source()?.bookmark(),
    expired: () => opened?.expired() ?? expired(),
    isRead: () => source()?.isRead() ?? true,
    revision: () => revision,
    isLost,
    subscribe(ready) {
      const end = () => {
        cancel()
        unobserve()
      }
      // Not only changes of the own table: any write reaches the next revision.
      const unobserve = store.observe(() => {
        if (!source()) return
        end()
        ready()
      })
      const cancel = env.setTimer(() => {
        isLate = true
        source()
        end()
        ready()
      }, LONGEST_WAIT)
      return end
    },
  }
}

type Openers = {
  readonly open: () => WatchSource
  readonly fail: (event: WatchEvent) => WatchSource
  readonly expired: () => WatchEvent
}
