import { useEffect, useState } from 'preact/hooks'
import { type Where, formatWhere, parseWhere, tokenIn } from '../model/place.js'

/** Navigates; parameters that are not given stay unchanged. With `replace`, no history entry is added. */
export type Go = (to: Partial<Where>, how?: { readonly replace?: boolean }) => void

/** Returns the state of the page, which its URL holds, and a function to navigate. */
export function useWhere(): { readonly where: Where; readonly go: Go } {
  const [where, setWhere] = useState(() => parseWhere(location.hash))
  useEffect(() => {
    const read = () => setWhere(parseWhere(location.hash))
    addEventListener('hashchange', read)
    addEventListener('popstate', read)
    return () => {
      removeEventListener('hashchange', read)
      removeEventListener('popstate', read)
    }
  }, [])
  const go: Go = (to, { replace = false } = {}) => {
    // Parsed again, as two navigations may happen before the next rendering.
    const next = { ...parseWhere(location.hash), ...to }
    const hash = formatWhere(next, tokenIn(location.hash))
    if (replace) history.replaceState(null, '', hash)
    else history.pushState(null, '', hash)
    setWhere(next)
  }
  return { where, go }
}
