import type { Dial } from '../model/registry/webhook.js'
import type { AdmissionFiles } from '../server/admission/configuration.js'
import type { BundleSource } from './bundle/source.js'

/** Where `cluster.inspect` writes, and whether with secrets. */
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

/** What a cluster can do in Node.js only. */
type NodeParts = {
  /** Writes what happened to a file. */
  readonly inspect: Inspector
  /** Sends requests to webhooks over sockets. */
  readonly dial: Dial
  /** Reads the files that the configuration of admission plug-ins names. */
  readonly admissionFiles: AdmissionFiles
}

const given: { parts?: NodeParts } = {}

/** Lets clusters do what Node.js can do; called by the entry for Node.js.. */
export const giveNodeParts = (parts: NodeParts): void => void (given.parts = parts)

/** Returns what clusters can do in Node.js; undefined in other runtimes. */
export function nodeParts(): NodeParts | undefined {
  if (!given.parts) loadNodeEntry()
  return given.parts
}

/** The part of Node.js's `process` that is used here. */
type NodeProcess = {
  readonly getBuiltinModule?: (name: 'node:module') => {
    readonly createRequire: (from: string) => (path: string) => unknown
  }
}

/** Loads the package's entry for Node.js, if the runtime is Node.js. */
function loadNodeEntry(): void {
  const { process } = globalThis as { readonly process?: NodeProcess } // exists in Node.js
  try {
    process?.getBuiltinModule?.('node:module').createRequire(import.meta.url)('../node.js')
  } catch {
    // It cannot be found: this module was bundled into another file. The caller says what to do.
  }
}
