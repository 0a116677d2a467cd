import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { root, run } from './install.js'

/** Builds `dist/` of a checkout with its own node_modules, unless its last build is newer than all its sources. */
export async function ensureBuilt(folder = root): Promise<void> {
  if (!(await isBuilt(folder))) await run('npm', ['run', 'build'], folder)
}

async function isBuilt(folder: string): Promise<boolean> {
  const time = async (path: string) => (await stat(join(folder, path)).catch(() => undefined))?.mtimeMs ?? 0
  const sources = (await readdir(join(folder, 'src'), { recursive: true })).map((name) => join('src', name))
  const tools = (await readdir(join(folder, 'tools'))).map((name) => join('tools', name))
  const newest = Math.max(...(await Promise.all([...sources, ...tools, 'package.json'].map(time))))
  // The first and the last file that the build writes.
  return (await time('dist/cli.js')) > newest && (await time('dist/commonjs/node.d.ts')) > newest
}
