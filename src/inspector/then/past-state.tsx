import type { ViewProps } from '../view-props.js'
import { Browser } from '../now/browser.js'

/** All objects at a revision. */
export const PastState = (props: ViewProps & { readonly at: number; readonly time: number }) => (
  <Browser
    world={props.session.past.at(props.at)}
    session={props.session}
    now={props.time}
    remote={undefined}
    refresh={() => undefined}
    where={props.where}
    go={props.go}
  />
)
