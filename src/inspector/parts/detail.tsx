import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

/** What Enter in a table goes to: the panel beside it with the row that is open. */
export const DETAIL = 'detail'

type DetailProps = {
  readonly label: string
  /** What kind of thing it is, and which one. */
  readonly about: string
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** The panel of what is open in the table beside it. Escape closes it, and whoever was in it is in the table again. */
export function Detail({ label, about, title, onClose, children }: DetailProps) {
  const ref = useRef<HTMLElement>(null)
  const close = () => {
    const table = ref.current?.parentElement?.querySelector<HTMLElement>('[role="grid"]')
    onClose()
    table?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // In a field it would take what was written with it.
    if (event.key === 'Escape' && !isField(event.target)) close()
  }
  return (
    <aside class="detail" id={DETAIL} aria-label={label} tabIndex={-1} ref={ref} onKeyDown={onKeyDown}>
      <header>
        <div>
          <p class="dim">{about}</p>
          <h2>{title}</h2>
        </div>
        <button type="button" class="icon" aria-label="Close" title="Close (Escape)" onClick={close}>
          ✕
        </button>
      </header>
      {children}
    </aside>
  )
}

const isField = (target: EventTarget | null) => target instanceof Element && target.matches('textarea, input, select')
