/**
 * Makes a list with room for `length` items, to be filled in order. A list that grows to a million items leaves garbage
 * of three times its size.
 */
export function listOfLength<T>(length: number): T[] {
  const list: T[] = []
  list.length = length
  return list
}
