import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { StartError, fileFailure } from '../failure.js'

/** Whether a file holds what only its owner may read, such as a token. */
type Contents = { readonly isSecret: boolean }

const modeOf = ({ isSecret }: Contents): number => (isSecret ? 0o600 : 0o666)

/**
 * Writes a new file in a folder; missing folders in it are created. Returns the absolute path of the file. Whatever a
 * name comes from, such as a server's reply, the file is inside the folder.
 *
 * @throws StartError for a name that leads out of the folder; the file system's error, such as EEXIST
 */
export function writeInside(folder: string, name: string, text: string, contents: Contents): string {
  const path = resolve(folder, name)
  if (!path.startsWith(`${resolve(folder)}${sep}`))
    throw new StartError(`${JSON.stringify(name)} is not the name of a file in ${folder}: it is not written.`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { flag: 'wx', mode: modeOf(contents) })
  return path
}

/**
 * Writes a file that a user names, whole or not at all: under another name beside it, which then replaces it. A link is
 * followed. Returns the absolute path.
 *
 * @throws StartError if it cannot be written, or is there and no plain file, such as a pipe or a link to nothing
 */
export function writeOver(path: string, text: string, contents: Contents): string {
  let beside: string | undefined
  try {
    const place = plainPlace(path)
    beside = join(dirname(place), `.${crypto.randomUUID()}.tmp`)
    writeFileSync(beside, text, { flag: 'wx', mode: modeOf(contents) })
    renameSync(beside, place)
    return resolve(path)
  } catch (error) {
    if (beside !== undefined) rmSync(beside, { force: true })
    throw fileFailure(error, 'write', path)
  }
}

/**
 * Returns the absolute path of a plain file, or of one that can be made: where a link leads to, if it is one.
 *
 * @throws StartError for anything else, which might never be read to its end; the file system's error
 */
export function plainPlace(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })) return resolve(path)
  const place = realOf(path)
  const found = statSync(place)
  if (!found.isFile())
    throw new StartError(`Cannot write ${path}: it is ${found.isDirectory() ? 'a folder' : 'not a plain file'}.`)
  accessSync(place, constants.W_OK)
  return place
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new StartError(`Cannot write ${path}: it is a link to a file that is not there.`, { cause: error })
    throw error
  }
}
