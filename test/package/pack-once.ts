import { PACKED, packTarball } from './tarball.js'

/** Packs the checkout before the first test file of the project; vitest calls the returned function after the last. */
export default async function packOnce(): Promise<() => Promise<void>> {
  const { path, remove } = await packTarball()
  process.env[PACKED] = path
  return remove
}
