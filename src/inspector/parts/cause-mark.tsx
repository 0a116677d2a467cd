import type { Cause } from '../model/causes.js'

const ABOUT = { client: 'client', controller: 'controller', hook: 'hook', none: '' }

/** The name of a cause in its colour. */
export const CauseMark = ({ cause, color }: { readonly cause: Cause; readonly color: number }) => (
  <span class={`cause cause-${color}`} title={`${ABOUT[cause.type]} ${cause.name}`.trim()}>
    {cause.name}
  </span>
)
