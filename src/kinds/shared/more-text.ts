const SHOWN = 3

/** Formats the first texts for a table cell, with the number of further ones; `none` if there are none. */
export function moreText(texts: readonly string[], none: string): string {
  const shown = texts.slice(0, SHOWN).join(',')
  return texts.length > SHOWN ? `${shown} + ${texts.length - SHOWN} more...` : shown || none
}
