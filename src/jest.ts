import { type JestGlobals, keepInJest } from './node/jest-keeping.js'
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

type Globals = Omit<JestGlobals, 'expect'> & {
  readonly expect?: JestGlobals['expect'] & { readonly extend: (more: typeof matchers) => void }
}

const { expect, beforeAll, afterEach } = globalThis as unknown as Globals // where Jest runs a file, these are globals
if (!expect) {
  throw new Error(
    "fakecluster/jest found no global `expect`: name it in `setupFilesAfterEnv` of the Jest configuration; where `injectGlobals` is false, import { matchers } from 'fakecluster/node' and call expect.extend(matchers).",
  )
}
expect.extend(matchers)
keepInJest({ expect, beforeAll, afterEach })
