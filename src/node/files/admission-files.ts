import { readFileSync, readdirSync, statSync, watch } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { goQuote } from '../../base/go/printable.js'
import { toStandardError } from '../report.js'
import type { AdmissionFiles } from '../../server/admission/configuration.js'

/** Milliseconds that what changes a folder may take until the folder is read, and after which it is read anyway. */
const SETTLED = 20
const ANYWAY = 60_000

const EXTENSIONS = ['.yaml', '.yml', '.json']

/** Reads the files that the configuration of admission plug-ins names. */
export const admissionFiles: AdmissionFiles = {
  read: (path, beside) => textOf(resolve(dirname(beside), path)),
  whyNoFolder(folder) {
    try {
      return inGoWords('stat', folder, (path) => statSync(path)).isDirectory() ? undefined : 'must be a directory'
    } catch (error) {
      return `unable to read: ${(error as Error).message}` // of inGoWords
    }
  },
  filesIn: (folder) =>
    within(`failed to read manifest directory ${goQuote(folder)}`, () =>
      inGoWords('open', folder, (path) => readdirSync(path, { withFileTypes: true })),
    )
      .filter((entry) => !entry.isDirectory() && EXTENSIONS.includes(extname(entry.name).toLowerCase()))
      .map(({ name }) => join(folder, name))
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map((name) => ({ name, text: within(`failed to read file ${goQuote(name)}`, () => textOf(name)) }))
      .filter(({ text }) => text !== ''),
  tell: toStandardError,
  watch(folder, changed) {
    let waiting: NodeJS.Timeout | undefined
    // An editor changes a file in several steps.
    const soon = () => {
      clearTimeout(waiting)
      waiting = setTimeout(changed, SETTLED).unref()
    }
    setInterval(changed, ANYWAY).unref()
    try {
      const watcher = watch(folder, { persistent: false }, soon)
      watcher.on('error', () => watcher.close())
    } catch {
      // A system watches a limited number of folders; the others are read now and then.
    }
  },
}

const textOf = (path: string): string => inGoWords('open', path, (file) => readFileSync(file, 'utf8'))

/** Does something; an error in it begins with what it was for. */
function within<T>(what: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw new Error(`${what}: ${(error as Error).message}`, { cause: error }) // of inGoWords
  }
}

const WORDS: { readonly [code: string]: string } = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
}

/** Does something with a file. @throws Error as Go tells of it */
function inGoWords<T>(operation: string, path: string, run: (path: string) => T): T {
  try {
    return run(path)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException // of node:fs
    throw new Error(`${operation} ${path}: ${WORDS[code] ?? message}`, { cause: error })
  }
}
