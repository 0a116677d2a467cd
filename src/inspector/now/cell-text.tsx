import { type ShownColumn, isReadiness, isState } from '../model/columns.js'
import type { Problem } from '../model/problems.js'

const GOOD = new Set(['Running', 'Ready', 'Active', 'Bound', 'Available', 'True', 'Approved,Issued'])
const OVER = new Set(['Complete', 'Completed', 'Succeeded'])
const BAD = /Error|Fail|BackOff|Evicted|NotReady|Lost|OOMKilled|Unknown|Denied/
const BUSY = /^(Pending|Terminating|ContainerCreating|Init:.*|PodInitializing|Released|Progressing|SchedulingDisabled)$/

type CellProps = {
  readonly text: string
  readonly column: ShownColumn
  readonly first: boolean
  /** The namespace, for a narrow table without a column for it. */
  readonly namespace: string
  /** The gravest problem of the object. */
  readonly problem: Problem | undefined
  /** Whether the table has a column that shows the state of objects. */
  readonly hasState: boolean
}

/** The text of a cell. The state of an object has a mark, with the reason in words if something is wrong with it. */
export function CellText({ text, column, first, namespace, problem, hasState }: CellProps) {
  // A Deployment says in Available how many pods are, an APIService whether it is.
  const marks =
    (isState(column) && !/^\d+$/.test(text)) || (problem !== undefined && (isReadiness(column) || (first && !hasState)))
  const tone = marks ? (problem ? TONES[problem.tone] : toneOf(text)) : ''
  const title = marks && problem ? `${text}\n${problem.reason}: ${problem.words}` : text
  return (
    <span class={[first ? 'name' : '', tone === '' ? '' : `tone ${tone}`].join(' ').trim()} title={title}>
      {first && namespace !== '' && <span class="dim inside">{namespace}/</span>}
      {text}
    </span>
  )
}

const TONES = { wrong: 'bad', waiting: 'busy', told: '' } as const

/** Classifies a state; empty if it is unknown. */
function toneOf(text: string): 'good' | 'bad' | 'busy' | 'over' | '' {
  if (GOOD.has(text)) return 'good'
  if (OVER.has(text)) return 'over'
  if (BUSY.test(text)) return 'busy'
  return BAD.test(text) ? 'bad' : ''
}
