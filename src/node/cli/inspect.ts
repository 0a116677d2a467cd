import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BundleError } from '../../cluster/bundle/bundle-error.js'
import { embeddedIn, pageWith } from '../../cluster/bundle/embedded.js'
import { readBundle } from '../../cluster/bundle/read.js'
import { writeBundle } from '../bundle/write.js'
import { StartError } from '../failure.js'
import { readText } from '../files/read.js'
import { readInspectorPage } from '../inspector-page.js'
import { type Command, parseLine } from './command.js'
import { SUBCOMMANDS } from './commands.js'
import { isAny, runnerOf } from './run-command.js'
import { UsageError } from './usage-error.js'

const EXAMPLE = 'fakecluster inspect run.fakecluster.html'

/** The command `inspect`. */
export const inspectCommand = {
  path: 'inspect',
  usage: [SUBCOMMANDS.inspect.usage],
  about: [
    'Prints the address of a page that shows what a file tells of a cluster: what was there at each revision, who changed it, and each request.',
    'FILE is a page that bundle() or a reporter wrote, or JSON of GET /_fakecluster/bundle. Beside JSON, and beside a page that this release did not write',
    'exactly so, a new page is written with the data alone.',
  ],
  args: [{ name: 'FILE', about: 'what to show', missing: `name a file: ${EXAMPLE}` }],
  flags: { help: { help: 'print this help' } },
  stray: () => `name one file, and nothing else: ${EXAMPLE}`,
} satisfies Command

/**
 * Runs the words after `inspect` and returns the exit code: 1 for a file that cannot be shown, 2 for a wrong command
 * line.
 */
export const runInspect = runnerOf(
  inspectCommand,
  (error) => (error instanceof UsageError ? 2 : isAny(error, StartError, BundleError) ? 1 : undefined),
  async (argv, { out }) => {
    out(pathToFileURL(await pageFor(parseLine(inspectCommand, argv).words[0] ?? '')).href)
  },
)

/**
 * Returns the path of a page that shows the data of a file: the file itself if it is the page of this release, with
 * nothing but data added, else one that is written beside it. Scripts of a page that somebody else made never run.
 */
async function pageFor(file: string): Promise<string> {
  const text = await readText(file)
  const bundle = await readBundle(text, file)
  if (isOwnPage(text)) return resolve(file)
  const [, name = file] = /^(.*?)(?:(?:\.fakecluster)?\.html?|\.json)$/i.exec(file) ?? []
  const kind = /\.html?$/i.test(file) ? 'inspected' : 'fakecluster'
  return writeBundle(`${name}.${kind}.html`, bundle)
}

function isOwnPage(text: string): boolean {
  const [page, found] = [readInspectorPage(), embeddedIn(text)]
  return page !== undefined && found !== undefined && found !== 'cut' && text === pageWith(page, found.base64)
}
