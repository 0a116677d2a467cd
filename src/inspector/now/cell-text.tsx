import { isState } from '../model/columns.js'

const GOOD = new Set([
  'Running',
  'Ready',
  'Active',
  'Bound',
  'Complete',
  'Completed',
  'Succeeded',
  'Available',
  'True',
  'Approved,Issued',
])
const BAD = /Error|Fail|BackOff|Evicted|NotReady|Lost|OOMKilled|Unknown|Denied/
const BUSY = /^(Pending|Terminating|ContainerCreating|Init:.*|PodInitializing|Released|Progressing|SchedulingDisabled)$/

/** The text of a cell, with a mark for good, transitional and bad states. */
export function CellText(props: { readonly text: string; readonly column: string; readonly first: boolean }) {
  const { text, column, first } = props
  if (first)
    return (
      <span class="name" title={text}>
        {text}
      </span>
    )
  const tone = isState(column) ? toneOf(text) : ''
  return tone === '' ? (
    <span title={text}>{text}</span>
  ) : (
    <span class={`tone ${tone}`} title={text}>
      {text}
    </span>
  )
}

/** Classifies a state; empty if it is unknown. */
function toneOf(text: string): 'good' | 'bad' | 'busy' | '' {
  if (GOOD.has(text)) return 'good'
  if (BUSY.test(text)) return 'busy'
  return BAD.test(text) ? 'bad' : ''
}
