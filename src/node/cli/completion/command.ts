import type { Command } from '../command.js'
import { SUBCOMMANDS } from '../commands.js'
import { SCRIPTS } from './scripts.js'

const SHELLS = Object.keys(SCRIPTS)

/** The message when no shell is named that there is a script for. */
export const WHICH_SHELL = `completion takes a shell: ${SHELLS.join(', ')}. See docs/server.md.`

/** The command `completion`. */
export const completionCommand = {
  path: 'completion',
  usage: [SUBCOMMANDS.completion.usage],
  about: ['Prints a script that makes a shell complete the words and flags of fakecluster.'],
  args: [{ name: SHELLS.join('|'), about: 'the shell', missing: WHICH_SHELL }],
  flags: { help: { help: 'print this help' } },
  stray: () => WHICH_SHELL,
} satisfies Command
