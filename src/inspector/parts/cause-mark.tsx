import type { Cause } from '../model/causes.js'

const ABOUT = { client: 'client', controller: 'controller', hook: 'hook', none: '' }

/** Who caused something, with the colour of that cause. */
export const CauseMark = ({ cause, color }: { readonly cause: Cause; readonly color: number }) => (
  <span class={`cause cause-${color}`} title={`${ABOUT[cause.type]} ${cause.name}`.trim()}>
    {cause.name}
  </span>
)
