// Control characters other than a line break and a tab, and those that change the direction of text: a terminal obeys
// them.
const OBEYED = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns a text that may hold somebody else's words as a terminal may get it: control characters become escapes such
 * as `\u001b`, which JSON and quoted YAML understand too.
 */
export const printable = (text: string): string => text.replace(OBEYED, escaped)

/** Like {@link printable}, on a single line: words of somebody else that are quoted in a message. */
export const printableLine = (text: string): string => printable(text).replace(/[\n\t]/g, escaped)

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

type Print = (line: string) => void

/** Returns the outputs of a command, which get only {@link printable} text. */
export const printing = <Io extends { readonly out: Print; readonly err?: Print; readonly progress?: Print }>(
  io: Io,
): Io => ({
  ...io,
  out: through(io.out),
  ...(io.err && { err: through(io.err) }),
  ...(io.progress && { progress: through(io.progress) }),
})

const through =
  (print: Print): Print =>
  (line) =>
    print(printable(line))
