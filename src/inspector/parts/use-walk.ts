import { useState } from 'preact/hooks'

/** What makes many buttons one stop of the Tab key, through which arrow keys walk. */
export type Walk = {
  readonly onKeyDown: (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => void
  /** Members of the button of a key. */
  readonly button: (key: string) => { readonly tabIndex: number; readonly onFocus: () => void }
}

/**
 * Walks through the buttons of these keys, in their order on the page. Tab comes to where it was left, at first to
 * `current`.
 */
export function useWalk(keys: readonly string[], current: string | undefined): Walk {
  const [left, setLeft] = useState<string>()
  const stop = [left, current].find((key) => key !== undefined && keys.includes(key)) ?? keys[0]
  return {
    onKeyDown(event) {
      const buttons = [...event.currentTarget.querySelectorAll('button')]
      const at = buttons.findIndex((each) => each === document.activeElement)
      const last = buttons.length - 1
      const to = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last }[event.key]
      if (to === undefined || at < 0) return
      event.preventDefault()
      buttons[to]?.focus()
    },
    button: (key) => ({ tabIndex: key === stop ? 0 : -1, onFocus: () => setLeft(key) }),
  }
}
