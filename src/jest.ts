import { type ClusterMatchers, matchers } from './testing/matchers.js'

export type { ClusterMatchers } from './testing/matchers.js'

declare global {
  // The matchers of the global `expect`, which @types/jest declares.
  namespace jest {
    // Only an interface merges with another, and only with the same parameters.
    interface Matchers<R, T = {}> extends ClusterMatchers<R> {}
  }
}

declare module 'expect' {
  // Those of the `expect` of @jest/globals.
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ClusterMatchers<R> {}
}

type GlobalExpect = { readonly extend: (more: typeof matchers) => void }

const { expect } = globalThis as { readonly expect?: GlobalExpect } // where Jest runs a file, its `expect` is a global
if (!expect) {
  throw new Error(
    "fakecluster/jest found no global `expect`: name it in `setupFilesAfterEnv` of the Jest configuration; where `injectGlobals` is false, import { matchers } from 'fakecluster/node' and call expect.extend(matchers).",
  )
}
expect.extend(matchers)
