import { createHash } from 'node:crypto'
import { copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root, run } from '../../package/install.js'
import { cache, once } from './install.js'

const folder = join(root, 'test/clients/rust')
const SOURCES = ['Cargo.toml', 'Cargo.lock', 'src/main.rs']

/** Returns the path of the program in test/clients/rust, built when its sources have changed. */
export async function rustProgram(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of SOURCES) hash.update(name).update(await readFile(join(folder, name)))
  const target = join(cache, `rust-${hash.digest('hex').slice(0, 16)}`)
  await once(target, async (fresh) => {
    await run('cargo', ['--version'], folder).catch((cause: unknown) => {
      throw new Error('the tests of kube-rs need Rust 1.85 or later on the PATH (https://rustup.rs)', { cause })
    })
    const built = join(fresh, 'target')
    await run('cargo', ['build', '--quiet', '--locked', '--target-dir', built], folder)
    await copyFile(join(built, 'debug/clients'), join(fresh, 'program'))
    await rm(built, { recursive: true })
  })
  return join(target, 'program')
}
