import { printing } from '../printable.js'
import { type Command, asksForHelp } from './command.js'
import type { CommandIo } from './commands.js'
import { helpText } from './help.js'

/** The exit code of a command: 1 for what it was asked and could not do, or found; 2 for what it cannot be asked. */
type ExitCode = 0 | 1 | 2

/** Tells whether an error is of one of these types. */
export const isAny = (error: unknown, ...types: readonly (new (...given: never) => Error)[]): error is Error =>
  types.some((type) => error instanceof type)

/**
 * Makes a function that runs the words after those that choose a command, and returns the exit code: what `act` returns
 * (default 0), or what `codeOf` says of an error, whose message is printed. It prints the help if that is asked for.
 */
export const runnerOf =
  <Io extends Pick<CommandIo, 'out' | 'err'>>(
    command: Command,
    codeOf: (error: unknown) => ExitCode | undefined,
    act: (argv: readonly string[], io: Io) => void | Promise<ExitCode | void>,
  ) =>
  async (argv: readonly string[], given: Io): Promise<ExitCode> => {
    const io = printing(given)
    try {
      if (!asksForHelp(argv)) return (await act(argv, io)) ?? 0
      io.out(helpText(command))
      return 0
    } catch (error) {
      const code = codeOf(error)
      if (code === undefined || !(error instanceof Error)) throw error
      io.err(`fakecluster ${command.path}: ${error.message}`)
      return code
    }
  }
