import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root, run } from '../../package/install.js'
import { cache, once } from './install.js'

const folder = join(root, 'test/clients/go')

/** Returns the path of the program in test/clients/go. */
export const goProgram = (): Promise<string> => built('go', '.')

/** Returns the path of the program in test/clients/go/later, with a later release of client-go: `0.37`. */
export const laterProgram = (release: string): Promise<string> =>
  built(`go-${release}`, './later', [`-modfile=later/${release}.mod`])

/**
 * Builds a package of test/clients/go when its sources have changed, and returns the path of the program. Go has caches
 * of its own for modules and builds.
 */
async function built(name: string, source: string, flags: readonly string[] = []): Promise<string> {
  const names = (await readdir(join(folder, source))).filter((file) => /\.(go|mod|sum)$/.test(file)).sort()
  const hash = createHash('sha256')
  for (const file of names) hash.update(file).update(await readFile(join(folder, source, file)))
  const target = join(cache, `${name}-${hash.digest('hex').slice(0, 16)}`)
  await once(target, async (fresh) => {
    await run('go', ['version'], folder).catch((cause: unknown) => {
      throw new Error('the tests of client-go need Go 1.26 or later on the PATH (https://go.dev/dl/)', { cause })
    })
    await run('go', ['build', '-ldflags=-s -w', ...flags, '-o', join(fresh, 'program'), source], folder)
  })
  return join(target, 'program')
}
