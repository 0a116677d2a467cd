import { createRequire } from 'node:module'
import { StatusError } from '../base/errors/status.js'

type Load = (path: string) => unknown

/**
 * Loads a module of this package synchronously, for callers that cannot await. The build replaces each `import()` that
 * is passed to this function by a `require` of the same file. The module has to export StatusError, by which its copy
 * of the package is identified.
 *
 * @param own the `require` function in CommonJS; the build adds this argument
 * @throws Error if the sources run without a build, and in test runners that load the module a second time, or not at
 * all
 */
export function importNow<T extends { readonly StatusError: object }>(load: (by: Load) => Promise<T>, own?: Load): T {
  // After the build, it returns the module itself.
  const loaded = load(own ?? createRequire(import.meta.url)) as T | Promise<T>
  if (loaded instanceof Promise) throw new Error('only what is built can be loaded at once: npm run build')
  if (loaded.StatusError !== StatusError) throw new Error('this test runner loads modules twice')
  return loaded
}
