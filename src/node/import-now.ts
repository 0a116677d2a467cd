import { createRequire } from 'node:module'
import { StatusError } from '../base/status.js'

type Load = (path: string) => unknown

/**
 * Loads a module of this package before it returns. The build puts the `require` of the same file in place of each
 * `import()` that this is called with, so that what is loaded at first use can be had where nothing can be awaited. The
 * module exports StatusError too, by which its copy of the package is known.
 *
 * @param own what loads files in CommonJS; the build gives it
 * @throws Error where the sources run as they are, and in test runners that load it a second time, or not at all
 */
export function importNow<T extends { readonly StatusError: object }>(load: (by: Load) => Promise<T>, own?: Load): T {
  // What the build puts there gives the module itself.
  const loaded = load(own ?? createRequire(import.meta.url)) as T | Promise<T>
  if (loaded instanceof Promise) throw new Error('only what is built can be loaded at once: npm run build')
  if (loaded.StatusError !== StatusError) throw new Error('this test runner loads modules twice')
  return loaded
}
