import type { Remote } from '../source/remote.js'
import type { ViewProps } from '../view-props.js'

/** What a card is given. */
export type CardProps = ViewProps & { readonly remote: Remote }
