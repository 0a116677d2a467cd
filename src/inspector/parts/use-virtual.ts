import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The visible part of many rows of the same height. */
type Sight = {
  readonly ref: { readonly current: HTMLDivElement | null }
  readonly onScroll: () => void
  readonly from: number
  readonly to: number
  /** Height of the rows above and below, in pixels. */
  readonly above: number
  readonly below: number
}

/** Number of rows rendered beyond each edge, so that scrolling shows no gaps. */
const MARGIN = 12

/**
 * Tracks which of `count` rows are visible in a scrolling element. When the row `wanted` changes, it is scrolled into
 * view.
 */
export function useVirtual(count: number, rowHeight: number, headHeight: number, wanted = -1): Sight {
  const ref = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState({ top: 0, height: 800 })
  const onScroll = () => {
    const { current } = ref
    if (!current) return
    // In steps of whole rows, as smaller ones would change nothing.
    const top = Math.floor(current.scrollTop / rowHeight) * rowHeight
    setBox((box) =>
      box.top === top && box.height === current.clientHeight ? box : { top, height: current.clientHeight },
    )
  }
  useEffect(() => {
    const { current } = ref
    if (!current) return undefined
    const observer = new ResizeObserver(onScroll)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const { current } = ref
    if (!current || wanted < 0) return
    const top = wanted * rowHeight
    const room = current.clientHeight - headHeight - rowHeight
    if (top < current.scrollTop) current.scrollTop = top
    else if (top > current.scrollTop + room) current.scrollTop = top - room
    onScroll()
  }, [wanted])
  // When a list becomes shorter, the browser scrolls up, but its scroll event comes later.
  const top = Math.min(box.top, Math.max(0, count * rowHeight + headHeight - box.height))
  const from = Math.max(0, Math.floor(top / rowHeight) - MARGIN)
  const to = Math.min(count, Math.ceil((top + box.height) / rowHeight) + MARGIN)
  return { ref, onScroll, from, to, above: from * rowHeight, below: (count - to) * rowHeight }
}
