/** Replaces what a browser could take for markup. */
export const withoutMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Writes text for XML, which has no way to write control characters, apart from tabs and line ends; for HTML too. */
export const xml = (text: string): string =>
  withoutMarkup(text)
    .replaceAll('"', '&quot;')
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, '\uFFFD')
