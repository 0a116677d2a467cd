import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root, run } from '../../package/install.js'
import { cache, once } from './install.js'

const folder = join(root, 'test/clients/go')

/**
 * Returns the path of the program in test/clients/go, built when its sources have changed. Go has caches of its own for
 * modules and builds.
 */
export async function goProgram(): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /\.(go|mod|sum)$/.test(name)).sort()
  const hash = createHash('sha256')
  for (const name of names) hash.update(name).update(await readFile(join(folder, name)))
  const target = join(cache, `go-${hash.digest('hex').slice(0, 16)}`)
  await once(target, async (fresh) => {
    await run('go', ['version'], folder).catch((cause: unknown) => {
      throw new Error('the tests of client-go need Go 1.24 or later on the PATH (https://go.dev/dl/)', { cause })
    })
    await run('go', ['build', '-ldflags=-s -w', '-o', join(fresh, 'program'), '.'], folder)
  })
  return join(target, 'program')
}
