/**
 * The first place, of `length`, from which on something is so, in what is sorted by it; `length` where it is so
 * nowhere. What Go calls `sort.Search`.
 *
 * @example
 * firstPlace(names.length, (place) => names[place] >= 'm')
 */
export function firstPlace(length: number, isSo: (place: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    // Not by shifting, which takes no more than 32 bits: places may be times.
    const middle = Math.floor((low + high) / 2)
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}
