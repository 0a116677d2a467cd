const SHOWN = 3

/** The first of some texts as tables print them, and how many more there are; `none` where there are none. */
export function moreText(texts: readonly string[], none: string): string {
  const shown = texts.slice(0, SHOWN).join(',')
  return texts.length > SHOWN ? `${shown} + ${texts.length - SHOWN} more...` : shown || none
}
