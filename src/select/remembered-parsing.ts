import { type Steps, finish } from '../base/steps.js'

type Parse<T> = (text: string) => Steps<T>

/** Parses texts, and keeps the result of the last long one. */
export type RememberedParsing<T> = {
  (text: string, parse: Parse<T>): T
  /** Parses a long text in steps; its result, or its error, is kept. */
  readonly prepare: (text: string, parse: Parse<T>) => Steps<void>
}

/** Number of characters from which a selector is parsed over several event-loop turns. */
export const LONG_SELECTOR = 8 * 1024

/** Makes a parser whose results for long texts are kept: a request parses its selectors several times. */
export function rememberedParsing<T>(): RememberedParsing<T> {
  let last: { readonly text: string; readonly result: () => T } | undefined
  const keep = (text: string, result: () => T): void => void (last = { text, result })
  const parseOne = (text: string, parse: Parse<T>): T => {
    if (text.length < LONG_SELECTOR) return finish(parse(text))
    if (last?.text === text) return last.result()
    const value = finish(parse(text))
    keep(text, () => value)
    return value
  }
  return Object.assign(parseOne, {
    *prepare(text: string, parse: Parse<T>): Steps<void> {
      try {
        const value = yield* parse(text)
        keep(text, () => value)
      } catch (error) {
        keep(text, () => {
          throw error
        })
      }
    },
  })
}
