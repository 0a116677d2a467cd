import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { JsonObject } from '../../../base/json/json.js'
import { encodeYaml } from '../../../base/yaml/write.js'
import { StartError, fileFailure } from '../../failure.js'
import { writeInside } from '../../files/write.js'
import type { Found } from './found.js'

/** A file to write, with its path in the folder. */
type File = { readonly path: string; readonly text: string }

/** Returns the files to write, each with a comment at its top. */
export const filesOf = ({ definitions, openapi, objects }: Found, origin: string): readonly File[] => [
  ...definitions.map((definition) => ({
    path: `crds/${nameOf(definition)}.yaml`,
    text: yamlOf([definition], [origin]),
  })),
  ...openapi.flatMap(({ groupVersion, document, resources }) => {
    const path = `openapi/${groupVersion.replace('/', '-')}`
    return [
      { path: `${path}.json`, text: document },
      { path: `${path}.resources.json`, text: resources },
    ]
  }),
  ...objects
    .filter((file) => file.objects.length > 0)
    .map((file) => ({ path: `objects/${file.name}.yaml`, text: yamlOf(file.objects, [origin, ...file.comments]) })),
]

// It has been loaded, so it has a name.
const nameOf = ({ metadata }: JsonObject): string => String((metadata as JsonObject)['name'])

const yamlOf = (objects: readonly JsonObject[], comments: readonly string[]): string =>
  [...comments.map((line) => `# ${line}\n`), objects.map((object) => encodeYaml(object)).join('---\n')].join('')

/**
 * Checks that a folder is empty or does not exist.
 *
 * @throws StartError
 */
export async function checkFree(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw fileFailure(error, 'write', folder)
  })
  if (names.length > 0) throw new StartError(`The folder ${folder} is not empty: remove it, or name another.`)
}

/**
 * Writes a folder of files, all or none.
 *
 * @throws StartError
 */
export async function writeFolder(folder: string, files: readonly File[]): Promise<void> {
  const path = resolve(folder)
  let made: string | undefined
  try {
    await mkdir(dirname(path), { recursive: true })
    // Written to a temporary folder beside it, and renamed when complete.
    made = await mkdtemp(`${path}.`)
    for (const file of files) writeInside(made, file.path, file.text, { isSecret: true })
    await checkFree(folder)
    await rmdir(path).catch(() => undefined)
    await rename(made, path)
  } catch (error) {
    if (made !== undefined) await rm(made, { recursive: true, force: true })
    throw fileFailure(error, 'write', folder)
  }
}
