import { useState } from 'preact/hooks'
import { isObject } from '../../base/json/json.js'
import { OutcomeLine } from '../parts/outcome-line.js'
import { post, useAction } from '../parts/use-action.js'
import type { CardProps } from './card-props.js'

const STEPS = ['1s', '10s', '1m', '5m', '1h']

const saidTime = (value: unknown) => (isObject(value) ? `It is ${String(value['time'])}.` : '')

/** Advances the clock. */
export function ClockCard({ session, shown, remote }: CardProps) {
  const [by, setBy] = useState('30s')
  const { outcome, act } = useAction(remote, shown.refresh)
  const { clock, made } = session.bundle
  const advance = (by: string) => void act('clock/advance', post({ by }), saidTime)
  return (
    <section class="card" aria-labelledby="clock-title">
      <h2 id="clock-title">Clock</h2>
      <p class="moment-large">{new Date(made).toISOString().replace('T', ' ').replace('Z', '')}</p>
      {clock === 'system' ? (
        <p class="dim">
          It is the system’s, and moves by itself. With a seed or a start the clock is virtual, unless another is
          chosen: it stands until it is told to move.
        </p>
      ) : (
        <div class="row">
          {STEPS.map((step) => (
            <button key={step} type="button" onClick={() => advance(step)}>
              +{step}
            </button>
          ))}
          <form
            class="row"
            onSubmit={(event) => {
              event.preventDefault()
              advance(by)
            }}
          >
            <input aria-label="How far" size={7} value={by} onInput={(event) => setBy(event.currentTarget.value)} />
            <button type="submit">Advance</button>
          </form>
          <button type="button" onClick={() => void act('clock/next', post(), saidTime)}>
            To what is due next
          </button>
        </div>
      )}
      <OutcomeLine outcome={outcome} />
    </section>
  )
}
