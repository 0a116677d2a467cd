import { join } from 'node:path'
import { run } from '../../package/install.js'
import { cache, once } from './install.js'

/**
 * Returns the path of a Python with a release of the package `kubernetes`, and with other packages, in a virtual
 * environment created on first use.
 */
export async function pythonWith(release: string, ...others: readonly string[]): Promise<string> {
  const folder = join(cache, ['python-kubernetes', release, ...others].join('-'))
  await once(folder, async (fresh) => {
    await run('python3', ['-m', 'venv', fresh], fresh).catch((cause: unknown) => {
      throw new Error(
        'the tests of the Python client need python3 with its module venv (on Debian: apt install python3-venv)',
        { cause },
      )
    })
    await run(
      join(fresh, 'bin/python'),
      ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `kubernetes==${release}`, ...others],
      fresh,
    )
  })
  // A virtual environment can be moved, as Python finds its packages relative to the binary; only its scripts break.
  return join(folder, 'bin/python')
}
