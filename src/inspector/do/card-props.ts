import type { Remote } from '../source/remote.js'
import type { ViewProps } from '../view-props.js'

/** The props of a card. */
export type CardProps = ViewProps & { readonly remote: Remote }
