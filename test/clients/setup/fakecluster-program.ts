import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../package/built.js'
import { root } from '../../package/install.js'

/** Returns the path of a program that runs the built package as `fakecluster` does where it is installed. */
export async function fakeclusterProgram(): Promise<string> {
  await ensureBuilt()
  const program = join(await mkdtemp(join(tmpdir(), 'fakecluster-program-')), 'fakecluster')
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'dist/cli.js')}" "$@"\n`)
  await chmod(program, 0o755)
  return program
}
