import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { isField } from './use-keys.js'

/** The id of the panel with the selected row, which Enter in a table moves the focus to. */
export const DETAIL = 'detail'

type DetailProps = {
  readonly label: string
  /** The type and id of what is shown. */
  readonly about: string
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** The panel with what is selected in the table beside it. Escape closes it and moves the focus back to the table. */
export function Detail({ label, about, title, onClose, children }: DetailProps) {
  const ref = useRef<HTMLElement>(null)
  const close = () => {
    const table = ref.current?.parentElement?.querySelector<HTMLElement>('[role="grid"], [role="group"] [tabindex="0"]')
    onClose()
    table?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // In a text field, Escape would discard what was typed.
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
