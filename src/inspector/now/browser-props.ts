import type { Where } from '../model/place.js'
import type { World } from '../model/rows.js'
import type { Session } from '../model/session.js'
import type { Go } from '../parts/use-where.js'
import type { Remote } from '../source/remote.js'

/** The props of a browser of objects: a world, and the session it is part of. */
export type BrowserProps = {
  readonly world: World
  readonly session: Session
  /** The time of the world. */
  readonly now: number
  /** The cluster, if objects can be edited: only in the present world of a live cluster. */
  readonly remote: Remote | undefined
  readonly refresh: () => void
  readonly where: Where
  readonly go: Go
}
