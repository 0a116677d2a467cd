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

/** Returns the line numbers that messages about a text mention, as `script:3` or as `line 3`. */
export function badLines(messages: readonly string[], name: string): ReadonlySet<number> {
  const found = new Set<number>()
  for (const message of messages) {
    for (const [, line] of message.matchAll(/\bline (\d+)/g)) found.add(Number(line))
    if (name) for (const line of linesAfter(message, `${name}:`)) found.add(line)
  }
  return found
}

/** Returns the numbers that directly follow a word. */
function linesAfter(message: string, word: string): readonly number[] {
  return message.split(word).flatMap((before, i, parts) => {
    const [digits] = /^\d{1,9}/.exec(parts[i + 1] ?? '') ?? []
    return digits !== undefined && !/[\w.-]$/.test(before) ? [Number(digits)] : []
  })
}
