import { useEffect, useState } from 'preact/hooks'
import { type Where, formatWhere, parseWhere, tokenIn } from '../model/place.js'

/** Goes somewhere else; what is not named stays as it is. With `replace` the browser's Back does not return here. */
export type Go = (to: Partial<Where>, how?: { readonly replace?: boolean }) => void

/** Where the page is, as its address says, and what goes elsewhere. */
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
    // Asked anew: two steps may be taken before the page is drawn.
    const next = { ...parseWhere(location.hash), ...to }
    const hash = formatWhere(next, tokenIn(location.hash))
    if (replace) history.replaceState(null, '', hash)
    else history.pushState(null, '', hash)
    setWhere(next)
  }
  return { where, go }
}
