/**
 * Makes a list with room for so many items, to be filled in their order: one that grows to a million leaves three times
 * its size behind.
 */
export function listOfLength<T>(length: number): T[] {
  const list: T[] = []
  list.length = length
  return list
}
