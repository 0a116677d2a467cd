import { useEffect } from 'preact/hooks'

/** What keys do anywhere on the page. */
type Keys = {
  /** `?` shows the keys. */
  readonly help: () => void
  /** Escape closes what is open. */
  readonly close: () => void
}

/** Listens to keys of the whole page: `/` moves to the filter, `?` shows the keys, and Escape closes what is open. */
export function useKeys({ help, close }: Keys): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') escape(event.target, close)
      else if (isField(event.target)) return
      else if (event.key === '/') {
        event.preventDefault()
        firstFilter()?.focus()
      } else if (event.key === '?') help()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [help, close])
}

/** In a filter, Escape empties it, or leaves it if it is empty; other fields keep what was typed. */
function escape(target: EventTarget | null, close: () => void): void {
  if (document.querySelector('dialog[open]')) return
  if (!isField(target)) close()
  else if (target instanceof HTMLInputElement && target.type === 'search' && target.value === '') target.blur()
}

/** Tells whether keys are input of an element. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('textarea, select, input:not([type="checkbox"], [type="range"])')

const firstFilter = (): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find((each) => each.offsetWidth > 0)
