import type { Where } from './model/place.js'
import type { Session } from './model/session.js'
import type { Shown } from './parts/use-session.js'
import type { Go } from './parts/use-where.js'

/** The props of every view. */
export type ViewProps = {
  readonly session: Session
  readonly shown: Shown
  readonly where: Where
  readonly go: Go
}
