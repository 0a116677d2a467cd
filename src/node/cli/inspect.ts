import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BundleError } from '../../cluster/bundle/bundle-error.js'
import { embeddedIn, pageWith } from '../../cluster/bundle/embedded.js'
import { readBundle } from '../../cluster/bundle/read.js'
import { writeBundle } from '../bundle/write.js'
import { StartError } from '../failure.js'
import { readText } from '../files/read.js'
import { readInspectorPage } from '../inspector-page.js'
import { printing } from '../printable.js'

/** What the command gets besides its arguments. */
type InspectIo = { readonly out: (line: string) => void; readonly err: (line: string) => void }

const HELP = `Usage: fakecluster inspect FILE

Prints the address of a page that shows what a file tells of a cluster: what was there at each revision, who changed it, and each request.
FILE is a page that bundle() or a reporter wrote, or JSON of GET /_fakecluster/bundle. Beside JSON, and beside a page that this release did not write
exactly so, a new page is written with the data alone.

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
