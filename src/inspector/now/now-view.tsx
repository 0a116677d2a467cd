import type { ViewProps } from '../view-props.js'
import { Browser } from './browser.js'

/** All objects at present; live if a cluster serves the page. */
export const NowView = ({ session, shown, where, go }: ViewProps) => (
  <Browser
    world={session.now}
    session={session}
    now={session.bundle.made}
    remote={shown.remote}
    refresh={shown.refresh}
    where={where}
    go={go}
  />
)
