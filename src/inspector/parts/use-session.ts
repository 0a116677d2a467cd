import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Bundle } from '../../cluster/bundle/types.js'
import { WANTED } from '../model/kinds.js'
import { type Session, addNewer, glanceAt, newerThan, openBundle } from '../model/session.js'
import { type Answer, type Remote, bundleIn, createRemote } from '../source/remote.js'
import { later } from '../source/timers.js'
import type { Where } from '../model/place.js'
import type { Go } from './use-where.js'

/** The data that the page shows. */
export type Shown = {
  readonly session: Session | undefined
  /** Undefined for a file, which has no cluster. */
  readonly remote: Remote | undefined
  readonly link: 'file' | 'opening' | 'live' | 'lost' | 'locked'
  /** The server's last error message. */
  readonly fault: string
  /** Loads new data at once. */
  readonly refresh: () => void
}

/** Milliseconds between queries for new data. */
const PAUSE = 400

/** Opens the Bundle of a file, or follows the cluster of a server; `kind` is the kind to load first. */
export function useSession(embedded: Bundle | undefined, token: string, kind: string): Shown {
  const remote = useMemo(() => (embedded ? undefined : createRemote(token)), [embedded, token])
  const [session, setSession] = useState(() => embedded && openBundle(embedded))
  const [link, setLink] = useState<Shown['link']>(embedded ? 'file' : 'opening')
  const [fault, setFault] = useState('')
  const follower = useMemo(
    () =>
      remote &&
      createFollower(remote, kind === '' ? WANTED : [kind], {
        show: (next) => {
          setSession(next)
          setLink(next.counts ? 'opening' : 'live')
        },
        refused: ({ code, message }) => {
          setLink(code === 401 ? 'locked' : 'lost')
          setFault(message)
        },
      }),
    [remote],
  )
  useEffect(() => follower?.start(), [follower])
  return { session, remote, link, fault, refresh: follower?.now ?? (() => undefined) }
}

type Heard = {
  readonly show: (session: Session) => void
  readonly refused: (answer: Answer & { readonly ok: false }) => void
}

/** Creates a follower that loads a server's Bundle, then polls for new data while the page is visible. */
function createFollower(remote: Remote, look: readonly string[], { show, refused }: Heard) {
  let session: Session | undefined
  let stop: () => void = () => undefined
  let asking = false
  let ended = false
  const step = async (): Promise<void> => {
    if (asking || ended) return
    asking = true
    stop()
    if (!document.hidden || !session) {
      const answer = session
        ? await remote.newer(newerThan(session.bundle))
        : await remote.whole(look, (bundle, glance) => ended || show(glanceAt(bundle, glance)))
      if (ended) return
      if (answer.ok) show((session = follow(session, bundleIn(answer.value))))
      else refused(answer)
    }
    asking = false
    stop = later(step, PAUSE)
  }
  const wake = () => void step()
  return {
    now: wake,
    start() {
      ended = false
      document.addEventListener('visibilitychange', wake)
      wake()
      return () => {
        ended = true
        stop()
        document.removeEventListener('visibilitychange', wake)
      }
    },
  }
}

const follow = (before: Session | undefined, bundle: Bundle): Session =>
  before ? addNewer(before, bundle) : openBundle(bundle)

/** The props of every view. */
export type ViewProps = {
  readonly session: Session
  readonly shown: Shown
  readonly where: Where
  readonly go: Go
}
