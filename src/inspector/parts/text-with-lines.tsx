import { useRef } from 'preact/hooks'

/** A text field with line numbers; wrong lines are marked. */
export function TextWithLines(props: {
  readonly label: string
  readonly value: string
  readonly onInput: (text: string) => void
  readonly bad: ReadonlySet<number>
  readonly rows: number
}) {
  const { label, value, onInput, bad, rows } = props
  const numbers = useRef<HTMLDivElement>(null)
  const count = value.split('\n').length
  const follow = (event: Event & { readonly currentTarget: HTMLTextAreaElement }) => {
    if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop
  }
  return (
    <div class="text-with-lines">
      <div class="numbers" ref={numbers} aria-hidden="true">
        {Array.from({ length: count }, (_, i) => (
          <div key={i} class={bad.has(i + 1) ? 'bad' : ''}>
            {i + 1}
          </div>
        ))}
      </div>
      <textarea
        aria-label={label}
        aria-invalid={bad.size > 0}
        spellcheck={false}
        wrap="off"
        rows={rows}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
        onScroll={follow}
      />
    </div>
  )
}
