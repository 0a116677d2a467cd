/**
 * Binary search: returns the smallest index below `length` for which `isSo` is true, or `length` if there is none.
 * `isSo` must be false for all indices before and true from there on. Go's `sort.Search`.
 */
export function binarySearch(length: number, isSo: (place: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    // Not a bit shift, which is limited to 32 bits: indices may be times.
    const middle = Math.floor((low + high) / 2)
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}
