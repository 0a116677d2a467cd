import type { Where } from '../model/place.js'
import type { World } from '../model/rows.js'
import type { Session } from '../model/session.js'
import type { Go } from '../parts/use-where.js'
import type { Remote } from '../source/remote.js'

/** What a browser of objects is given: a world of some moment, and the session it is part of. */
export type BrowserProps = {
  readonly world: World
  readonly session: Session
  /** The time of that moment. */
  readonly now: number
  /** Where objects can be changed: of the present world of a live cluster. */
  readonly remote: Remote | undefined
  readonly refresh: () => void
  readonly where: Where
  readonly go: Go
}
