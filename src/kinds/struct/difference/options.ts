/** How a value is formatted. */
export type Options = {
  /** What to show of two values: their difference, their common value, the first, or the second. */
  readonly mode: 'both' | 'same' | '-' | '+'
  /** Whether to show the type: always, never, or for composite types only. */
  readonly types: 'told' | 'untold' | 'composite'
  /** The verbosity, if there is a limit. */
  readonly level: number
  readonly isLimited: boolean
  /** Whether to format types with a String method by their parts. */
  readonly avoidsStringer: boolean
}

/** The initial options. */
export const FIRST: Options = { mode: 'both', types: 'told', level: 0, isLimited: false, avoidsStringer: false }

const MOST_LEVEL = 16

/** Returns the verbosity, clamped to its bounds. */
export const levelOf = ({ level }: Options): number => Math.min(Math.max(level, 0), MOST_LEVEL)

/** Limits the verbosity to a level. */
export const atLevel = (options: Options, level: number): Options => ({ ...options, level, isLimited: true })

/** The number of attempts to format two different values so that they look different. */
export const MOST_TRIES = 6

/** Increases the verbosity. */
export const tellingMore = (options: Options, by: number): Options => ({
  ...options,
  level: levelOf(options) + 2 * by,
  avoidsStringer: options.avoidsStringer || by > 0,
})

/** Returns the maximum number of parts shown of a value: 0, 4, 8, 16 … */
export const mostParts = (options: Options, all: number): number =>
  options.isLimited ? ((1 << levelOf(options)) >> 1) << 2 : all

/** Returns the options one level below. */
export const below = (options: Options): Options =>
  options.isLimited ? { ...options, level: options.level - 1 } : options
