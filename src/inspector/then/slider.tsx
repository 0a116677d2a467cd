type SliderProps = {
  readonly count: number
  readonly total: number
  /** The selected revision as text. */
  readonly moment: string
  readonly onLook: (count: number) => void
}

/** A slider over all changes, with buttons for single steps. */
export const Slider = ({ count, total, moment, onLook }: SliderProps) => (
  <div class="slider">
    <span class="steps">
      <button
        type="button"
        class="small"
        aria-label="One change back"
        disabled={count === 0}
        onClick={() => onLook(count - 1)}
      >
        ‹
      </button>
      <button
        type="button"
        class="small"
        aria-label="One change on"
        disabled={count === total}
        onClick={() => onLook(count + 1)}
      >
        ›
      </button>
      <output>{moment}</output>
    </span>
    <input
      type="range"
      aria-label="Revision"
      aria-valuetext={moment}
      min={0}
      max={total}
      value={count}
      onInput={(event) => onLook(Number(event.currentTarget.value))}
    />
  </div>
)
