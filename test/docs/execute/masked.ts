const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UID'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME'],
  [/\b\d{13,}\b/g, 'REVISION'],
  [/^fakecluster \d+\.\d+\.\d+/gm, 'fakecluster VERSION'],
  // The AGE column is the last.
  [/ \d+(s|m\d*s?)$/gm, ' AGE'],
  // The width of a column depends on its other cells.
  [/(?<=\S) {2,}/g, '  '],
  [/ +$/gm, ''],
]

/** Masks what differs from run to run. */
export const masked = (text: string): string =>
  MASKS.reduce((masked, [pattern, name]) => masked.replace(pattern, name), text).trim()
