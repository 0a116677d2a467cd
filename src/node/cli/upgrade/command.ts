import { oneOf } from '../../../base/check/shape.js'
import { upgradeLevels } from '../../../cluster/upgrade/types.js'
import type { Command } from '../command.js'
import { SUBCOMMANDS } from '../commands.js'
import { choice, release, text, time } from '../flag-values.js'
import { startCommand } from '../start-command.js'

// Where a server listens, its version, and what outlives a run are for this command to say.
const {
  port: _,
  host: __,
  'kubernetes-version': ___,
  'until-stdin-ends': ____,
  version: _____,
  state: ______,
  'state-sync': _______,
  clusters: ________,
  ...starting
} = startCommand.flags

const FLAGS = {
  from: { value: 'VERSION', help: 'the version of Kubernetes that is run now, such as 1.35', read: release },
  to: { value: 'VERSION', help: 'the version to upgrade to', read: release },
  journal: {
    value: 'FILE',
    help: 'in place of COMMAND: a bundle of a run, whose requests are sent to both versions',
    read: text,
  },
  'fail-on': {
    ...choice(oneOf([...upgradeLevels, 'never'])),
    help: 'the least serious finding for which the exit code is 1 (default dropped)',
  },
  output: { ...choice(oneOf(['text', 'json'])), help: 'how to print the findings (default text)' },
  report: { value: 'FILE', help: 'write the findings to a page too', read: text },
  within: time('how long a run may take, in real time (default 10m)'),
}

/** The command `upgrade`. */
export const upgradeCommand = {
  path: 'upgrade',
  usage: [SUBCOMMANDS.upgrade.usage, 'upgrade --from VERSION --to VERSION --journal FILE [flags]'],
  about: [
    'Runs COMMAND against a server of each version, then sends the requests of the first run to both once more, and prints the replies that',
    'differ, most serious first:',
    '',
    '  fails    COMMAND fails with the second version',
    '  gone     the API is not served any more',
    '  refused  the request fails',
    '  dropped  a field that was sent is not stored',
    '  warned   there is a new warning',
    '  changed  a field of the reply is another, such as a default',
    '  status   another status, such as that of what was refused and is not any more',
    '  message  another message of a refusal',
    '',
    'COMMAND finds the server in the environment: a kubeconfig in the file KUBECONFIG names, its address in FAKECLUSTER_URL (and in',
    'FAKECLUSTER_SERVER, for ctl), and a token, where there is one, in FAKECLUSTER_TOKEN. It has to end by itself, with 0 where all is well.',
    'All flags of fakecluster that do not say where it listens are taken too, for both servers.',
  ],
  flags: { ...starting, ...FLAGS },
  shown: [...Object.keys(FLAGS), 'fixtures', 'crds', 'nodes', 'runtime-config', 'feature-gates', 'help'],
  runsProgram: true,
  stray: (word: string) => `upgrade takes no "${word}": the command to run is given after --.`,
  ending: 'The exit code is 0 without findings that serious, 1 with some, and 2 when it could not run.',
} satisfies Command
