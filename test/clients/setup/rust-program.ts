import { createHash } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, run } from '../../package/install.js'
import { cache, once } from './install.js'

/**
 * What cargo gets in its environment, so that projects share what they build of the same dependencies, which is kept
 * between runs.
 */
export const cargoEnv = { CARGO_TARGET_DIR: join(cache, 'rust-target'), CARGO_PROFILE_DEV_DEBUG: '0' }

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
    await run('cargo', ['build', '--quiet', '--locked'], folder, cargoEnv)
    await copyFile(join(cargoEnv.CARGO_TARGET_DIR, 'debug/clients'), join(fresh, 'program'))
  })
  return join(target, 'program')
}
