import { ensureBuilt } from '../package/built.js'

/** Builds dist/ before the first test file, unless the last build is newer than all its sources. */
export default async function buildOnce(): Promise<void> {
  await ensureBuilt()
}
