import { readFile, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Input, Source } from '../source/input.js'
import { isText } from '../source/is-text.js'
import { StartError, fileFailure } from './failure.js'

const FIXTURE = /\.(ya?ml|json)$/i

/**
 * Reads fixture files and folders. In a folder, the `.yaml`, `.yml` and `.json` files at any depth are read in order of
 * their paths, except names that start with a dot. A file that is given explicitly may have any name.
 *
 * @throws StartError for a path that is missing or cannot be read, and for a folder without fixtures
 */
export async function readFixtures(paths: readonly string[]): Promise<readonly Source[]> {
  const found: Source[] = []
  for (const path of paths) {
    const files = await filesOf(path)
    if (files.length === 0) throw new StartError(`The folder ${path} holds no .yaml, .yml or .json file.`)
    for (const name of files) found.push({ name, text: await attempt(name, () => readFile(name, 'utf8')) })
  }
  return found
}

/**
 * Replaces the paths in an input by the contents of the files; text and objects are unchanged.
 *
 * @throws StartError as {@link readFixtures} does
 */
export async function readFiles(input: Input): Promise<Input> {
  const read = async (each: string | object): Promise<readonly (string | object)[]> =>
    typeof each === 'string' && !isText(each) ? readFixtures([each]) : [each]
  if (Array.isArray(input)) return (await Promise.all(input.map(read))).flat()
  return typeof input === 'string' && !isText(input) ? readFixtures([input]) : input
}

async function filesOf(path: string, seen: readonly string[] = []): Promise<readonly string[]> {
  if ((await attempt(path, () => stat(path))).isFile()) return seen.length === 0 || FIXTURE.test(path) ? [path] : []
  const real = await attempt(path, () => realpath(path))
  if (seen.includes(real)) return [] // a link to one of its own parent folders
  const names = (await attempt(path, () => readdir(path))).filter((name) => !name.startsWith('.')).sort()
  const files = await Promise.all(names.map((name) => filesOf(join(path, name), [...seen, real])))
  return files.flat()
}

async function attempt<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw fileFailure(error, 'read', path)
  }
}
