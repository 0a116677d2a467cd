import { counted } from '../../base/text/counted.js'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { BundleLogs } from '../../cluster/bundle/types.js'
import type { PodSeen } from '../../rest/connect/pod-container.js'
import { containerNames, hasPrevious, logOf } from '../model/logs.js'

/** Number of lines shown at first, the last ones. */
const MOST = 1000

type LogsProps = {
  readonly pod: PodSeen
  readonly scripts: readonly BundleLogs[]
  readonly now: number
  /** The container to show; empty for the first one. */
  readonly chosen: string
  readonly onChoose: (container: string) => void
}

/** What the containers of a pod have logged so far. */
export function Logs({ pod, scripts, now, chosen, onChoose }: LogsProps) {
  const names = containerNames(pod)
  const container = names.includes(chosen) ? chosen : (names[0] ?? '')
  const [wantsPrevious, setPrevious] = useState(false)
  const [follow, setFollow] = useState(true)
  const [times, setTimes] = useState(false)
  const [whole, setWhole] = useState(false)
  const isOld = hasPrevious(pod, container)
  const previous = wantsPrevious && isOld
  const { lines, fault } = useMemo(
    () => logOf(pod, { container, previous }, scripts, now),
    [pod, container, previous, scripts, now],
  )
  useEffect(() => setWhole(false), [pod.metadata.uid, container, previous])
  const shown = whole ? lines : lines.slice(-MOST)
  return (
    <div class="logs">
      <div class="filters">
        <select aria-label="Container" value={container} onChange={(event) => onChoose(event.currentTarget.value)}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <Option label="Previous" checked={previous} disabled={!isOld} onChange={setPrevious} />
        <Option label="Follow" checked={follow} onChange={setFollow} />
        <Option label="Times" checked={times} onChange={setTimes} />
        <span class="tally">{counted(lines.length, 'line')}</span>
      </div>
      {shown.length < lines.length && (
        <button type="button" class="small" onClick={() => setWhole(true)}>
          All {lines.length} lines
        </button>
      )}
      <Scrolled follow={follow} onFollow={setFollow} mark={`${container} ${lines.length} ${lines.at(-1)?.at}`}>
        {shown.map(({ at, text }, i) => (
          <div key={i} class="log-line">
            {times && <time class="dim">{new Date(at).toISOString()} </time>}
            {text}
          </div>
        ))}
        {fault !== undefined && <p class="empty">{fault}</p>}
        {fault === undefined && lines.length === 0 && (
          <p class="empty">It has logged nothing. What containers log is data: an entry containers of a script.</p>
        )}
      </Scrolled>
    </div>
  )
}

type OptionProps = {
  readonly label: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

const Option = ({ label, checked, disabled = false, onChange }: OptionProps) => (
  <label class="option">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />{' '}
    {label}
  </label>
)

type ScrolledProps = {
  readonly follow: boolean
  readonly onFollow: (follow: boolean) => void
  /** Differs whenever there are new lines. */
  readonly mark: string
  readonly children: ComponentChildren
}

/** The lines; they stay scrolled to the last one, until somebody scrolls up. */
function Scrolled({ follow, onFollow, mark, children }: ScrolledProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (follow && ref.current) ref.current.scrollTop = ref.current.scrollHeight
  }, [follow, mark])
  const onScroll = () => {
    const { current } = ref
    if (current) onFollow(current.scrollTop + current.clientHeight >= current.scrollHeight - 8)
  }
  return (
    <div class="code log" role="log" aria-label="Log" aria-live="off" tabIndex={0} ref={ref} onScroll={onScroll}>
      {children}
    </div>
  )
}
