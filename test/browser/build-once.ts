import { root, run } from '../package/install.js'
import { isBuilt } from '../package/tarball.js'

/** Builds dist/ before the first test file, unless the last build is newer than all it is made of. */
export default async function buildOnce(): Promise<void> {
  if (!(await isBuilt())) await run('npm', ['run', 'build'], root)
}
