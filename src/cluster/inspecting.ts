import { publicFunction } from '../base/errors/call-site.js'
import type { BundleSource } from './bundle/source.js'
import { callerError } from '../base/check/arguments.js'
import { loadNodeEntry } from './node-entry.js'
import { checkState } from './state/shapes.js'

export type InspectOptions = {
  /** The file to write or overwrite (default: a new file in the folder of the option `bundles`). */
  readonly file?: string | undefined
  /** Whether to include the values of Secrets and tokens (default false: they are replaced by `masked`). */
  readonly secrets?: boolean | undefined
}

/**
 * Synchronously writes what happened as an HTML page, and returns the absolute path of the file. `folder` is used if no
 * file is given.
 */
export type Inspector = (source: BundleSource, place: InspectOptions & { readonly folder?: string }) => string

let inspector: Inspector | undefined

/** Lets `cluster.inspect` write files; called by the entry for Node.js. */
export const setInspector = (by: Inspector): void => void (inspector = by)

/** Creates the method that writes what happened, synchronously. */
export const createInspect = (source: () => BundleSource, folder: string | undefined) =>
  publicFunction((wanted: InspectOptions = {}): string => {
    checkState('inspect', wanted)
    if (!inspector) loadNodeEntry()
    if (!inspector)
      throw callerError("cluster.inspect: it writes a file, which takes Node.js, and `import 'fakecluster/node'` once")
    return inspector(source(), { ...(folder === undefined ? {} : { folder }), ...wanted })
  })
