import { publicFunction } from '../base/errors/call-site.js'
import type { BundleSource } from './bundle/source.js'
import { callerError } from '../base/check/arguments.js'
import { type InspectOptions, nodeParts } from './node-parts.js'
import { checkState } from './state/shapes.js'

/** Creates the method that writes what happened, synchronously. */
export const createInspect = (source: () => BundleSource, folder: string | undefined) =>
  publicFunction((wanted: InspectOptions = {}): string => {
    checkState('inspect', wanted)
    const { inspect } = nodeParts() ?? {}
    if (!inspect)
      throw callerError("cluster.inspect: it writes a file, which takes Node.js, and `import 'fakecluster/node'` once")
    return inspect(source(), { ...(folder === undefined ? {} : { folder }), ...wanted })
  })
