import type { ComponentChildren } from 'preact'

/** A tab: its id, which URLs contain, and its label. */
type Tab = { readonly id: string; readonly label: ComponentChildren }

/** A list of tabs with keyboard navigation; their content is in a `TabPanel` of the same name. */
export function Tabs(props: {
  readonly name: string
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly current: string
  readonly onChoose: (id: string) => void
}) {
  const { name, label, tabs, current, onChoose } = props
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const at = tabs.findIndex(({ id }) => id === current)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onChoose(next.id)
    document.getElementById(tabId(name, next.id))?.focus()
  }
  return (
    <div class={`tabs ${name}`} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          id={tabId(name, id)}
          type="button"
          role="tab"
          aria-selected={id === current}
          {...(id === current ? { 'aria-controls': panelId(name) } : {})}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

/** The content of the current tab. */
export const TabPanel = (props: {
  readonly name: string
  readonly current: string
  readonly children: ComponentChildren
}) => (
  <div
    class="panel"
    role="tabpanel"
    id={panelId(props.name)}
    aria-labelledby={tabId(props.name, props.current)}
    tabIndex={-1}
  >
    {props.children}
  </div>
)

/** Returns the id of a `TabPanel`. */
export const panelId = (name: string): string => `${name}-panel`

const tabId = (name: string, id: string) => `${name}-tab-${id}`
