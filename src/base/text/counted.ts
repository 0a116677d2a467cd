/** Writes a number with what it counts: `1 object`, `2 objects`; `many` is for words whose plural has no mere `s`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
