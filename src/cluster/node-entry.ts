/** The part of Node.js's `process` that is used here. */
type NodeProcess = {
  readonly getBuiltinModule?: (name: 'node:module') => {
    readonly createRequire: (from: string) => (path: string) => unknown
  }
}

/** Loads the package's entry for Node.js, if the runtime is Node.js. */
export function loadNodeEntry(): void {
  const { process } = globalThis as { readonly process?: NodeProcess } // exists in Node.js
  try {
    process?.getBuiltinModule?.('node:module').createRequire(import.meta.url)('../node.js')
  } catch {
    // It cannot be found: this module was bundled into another file. The caller says what to do.
  }
}
