import { causeKey } from '../model/causes.js'
import type { Lane } from '../model/lanes.js'
import { CauseMark } from '../parts/cause-mark.js'

type LanesProps = {
  readonly lanes: readonly Lane[]
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (key: string) => void
  /** Called with a position on the line, from 0 to 1. */
  readonly onPick: (part: number) => void
}

/** The lanes; clicking the name of one shows or hides its changes in the list. */
export function Lanes({ lanes, hidden, onToggle, onPick }: LanesProps) {
  const pick = (event: MouseEvent & { readonly currentTarget: Element }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onPick(Math.max(0, Math.min(1, (event.clientX - left) / width)))
  }
  return (
    <ul class="lanes">
      {lanes.map(({ cause, color, path, size }) => {
        const key = causeKey(cause)
        return (
          <li key={key} class={hidden.has(key) ? 'off' : ''}>
            <button
              type="button"
              aria-pressed={!hidden.has(key)}
              title={`${hidden.has(key) ? 'Show' : 'Hide'} these changes in the list`}
              onClick={() => onToggle(key)}
            >
              <CauseMark cause={cause} color={color} /> <span class="count">{size}</span>
            </button>
            <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" onClick={pick}>
              <path d={path} class={`stroke-${color}`} vector-effect="non-scaling-stroke" />
            </svg>
          </li>
        )
      })}
    </ul>
  )
}
