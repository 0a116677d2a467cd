import { useState } from 'preact/hooks'

/** Keyboard navigation that makes many buttons a single tab stop, with arrow keys between them. */
export type Walk = {
  readonly onKeyDown: (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => void
  /** Returns the props of the button of a key. */
  readonly button: (key: string) => { readonly tabIndex: number; readonly onFocus: () => void }
}

/**
 * Adds keyboard navigation to the buttons of `keys`, in page order. Tab moves to the last focused one, at first to
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
