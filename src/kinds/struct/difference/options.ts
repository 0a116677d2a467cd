/** How something is printed. */
export type Options = {
  /** What of two values: their difference, what both are, the first, the second. */
  readonly mode: 'both' | 'same' | '-' | '+'
  /** Whether the type is told: always, never, or of what has parts. */
  readonly types: 'told' | 'untold' | 'composite'
  /** How much is told, where there is a limit. */
  readonly level: number
  readonly isLimited: boolean
  /** Whether what has a String method is printed by its parts. */
  readonly avoidsStringer: boolean
}

/** What everything begins with. */
export const FIRST: Options = { mode: 'both', types: 'told', level: 0, isLimited: false, avoidsStringer: false }

const MOST_LEVEL = 16

/** How much is told, within bounds. */
export const levelOf = ({ level }: Options): number => Math.min(Math.max(level, 0), MOST_LEVEL)

/** So much is told, and no more. */
export const atLevel = (options: Options, level: number): Options => ({ ...options, level, isLimited: true })

/** How often more is told before two values that differ and read alike are left so. */
export const MOST_TRIES = 6

/** More is told. */
export const tellingMore = (options: Options, by: number): Options => ({
  ...options,
  level: levelOf(options) + 2 * by,
  avoidsStringer: options.avoidsStringer || by > 0,
})

/** How many parts of a value are told: 0, 4, 8, 16 … */
export const mostParts = (options: Options, all: number): number =>
  options.isLimited ? ((1 << levelOf(options)) >> 1) << 2 : all

/** One level down. */
export const below = (options: Options): Options =>
  options.isLimited ? { ...options, level: options.level - 1 } : options
