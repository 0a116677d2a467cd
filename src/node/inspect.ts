import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BundleError } from '../bundle/bundle-error.js'
import { readBundleFile } from './bundle/read-file.js'
import { writeBundle } from './bundle/write.js'
import { StartError } from './failure.js'
import { printing } from './printable.js'

/** What the command gets besides its arguments. */
type InspectIo = { readonly out: (line: string) => void; readonly err: (line: string) => void }

const HELP = `Usage: fakecluster inspect FILE

Prints the address of a page that shows what a file tells of a cluster: what was there at each revision, who changed it, and each request.
FILE is a page that bundle() or a reporter wrote, or JSON of GET /_fakecluster/bundle, beside which a page is written.

  --help  print this help`

/**
 * Runs the words after `inspect` and returns the exit code: 1 for a file that cannot be shown, 2 for a wrong command
 * line.
 */
export async function runInspect(argv: readonly string[], io: InspectIo): Promise<0 | 1 | 2> {
  const { out, err } = printing(io)
  const [file, ...more] = argv
  if (file === '--help' || file === '-h') {
    out(HELP)
    return 0
  }
  if (file === undefined || file.startsWith('-') || more.length > 0) {
    err(
      `fakecluster inspect: ${file === undefined ? 'name a file' : 'name one file, and nothing else'}: fakecluster inspect run.fakecluster.html`,
    )
    return 2
  }
  try {
    out(pathToFileURL(await pageFor(file)).href)
    return 0
  } catch (error) {
    if (!(error instanceof StartError || error instanceof BundleError)) throw error
    err(`fakecluster inspect: ${error.message}`)
    return 1
  }
}

/** Returns the path of a page that shows a file: the file itself, or a page that is written beside it. */
async function pageFor(file: string): Promise<string> {
  const bundle = await readBundleFile(file)
  if (/\.html?$/i.test(file)) return resolve(file)
  return writeBundle(`${file.replace(/\.json$/i, '')}.fakecluster.html`, bundle)
}
