import { publicFunction } from '../base/call-site.js'
import type { BundleSource } from '../bundle/source.js'
import { callerError } from '../check/arguments.js'
import { checkState } from '../state/shapes.js'

/** Options of `cluster.inspect`. */
export type InspectOptions = {
  /** The file to write, in place of what is there (default: a new one in the folder of the option `bundles`). */
  readonly file?: string | undefined
  /** Whether the values of Secrets and tokens are in it (default false: `masked` stands in their place). */
  readonly secrets?: boolean | undefined
}

/**
 * Writes what happened as a page before it returns, and returns the file's absolute path. A folder that is given is for
 * what has no file.
 */
export type Inspector = (source: BundleSource, place: InspectOptions & { readonly folder?: string }) => string

let inspector: Inspector | undefined

/** Lets clusters write files: the entry for Node.js says how. */
export const setInspector = (by: Inspector): void => void (inspector = by)

/** Makes the method that writes what happened before it returns. */
export const createInspect = (source: () => BundleSource, folder: string | undefined) =>
  publicFunction((wanted: InspectOptions = {}): string => {
    checkState('inspect', wanted)
    if (!inspector) loadNodeEntry()
    if (!inspector)
      throw callerError("cluster.inspect: it writes a file, which takes Node.js, and `import 'fakecluster/node'` once")
    return inspector(source(), { ...(folder === undefined ? {} : { folder }), ...wanted })
  })

/** The part of Node.js's process that is asked for. */
type NodeProcess = {
  readonly getBuiltinModule?: (name: 'node:module') => {
    readonly createRequire: (from: string) => (path: string) => unknown
  }
}

/** Loads the package's entry for Node.js, where that is what runs, as the program could have done. */
function loadNodeEntry(): void {
  const { process } = globalThis as { readonly process?: NodeProcess } // it is there in Node.js
  try {
    process?.getBuiltinModule?.('node:module').createRequire(import.meta.url)('../node.js')
  } catch {
    // It is not there: this file is a part of another. Whoever asks is told what to do.
  }
}
