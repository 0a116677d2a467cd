import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { append } from '../base/lists/lists.js'
import { type Input, type Source, isText } from '../base/input/input.js'
import { StartError, fileFailure } from './failure.js'
import { isStandardInput, readText } from './files/read.js'

const FIXTURE = /\.(ya?ml|json)$/i

/**
 * Reads fixture files and folders. In a folder, the `.yaml`, `.yml` and `.json` files at any depth are read in order of
 * their paths, except names that start with a dot; a folder that links lead to several times is read once. A file that
 * is given explicitly may have any name, and be a pipe or `-`, the standard input.
 *
 * @throws StartError for a path that is missing or cannot be read, and for a folder without fixtures
 */
export async function readFixtures(paths: readonly string[]): Promise<readonly Source[]> {
  const found: Source[] = []
  for (const path of paths) {
    if (isStandardInput(path)) {
      found.push({ name: 'standard input', text: await readText(path) })
      continue
    }
    const isFolder = (await attempt(path, () => stat(path))).isDirectory()
    const files = isFolder ? await filesIn(path, new Set()) : [path]
    if (files.length === 0) throw new StartError(`The folder ${path} holds no .yaml, .yml or .json file.`)
    for (const name of files) found.push({ name, text: await readText(name) })
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

async function filesIn(folder: string, seen: Set<string>): Promise<readonly string[]> {
  const real = await attempt(folder, () => realpath(folder))
  if (seen.has(real)) return []
  seen.add(real)
  const found: string[] = []
  const names = (await attempt(folder, () => readdir(folder))).filter((name) => !name.startsWith('.'))
  for (const name of names.sort()) {
    const path = join(folder, name)
    const facts = await attempt(path, () => stat(path))
    if (facts.isDirectory()) append(found, await filesIn(path, seen))
    else if (facts.isFile() && FIXTURE.test(name)) found.push(path)
  }
  return found
}

async function attempt<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw fileFailure(error, 'read', path)
  }
}
