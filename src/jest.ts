import { type JestGlobals, keepInJest } from './node/testing/jest-keeping.js'
import { type ClusterMatchers, matchers } from './cluster/testing/matchers.js'

export type { ClusterMatchers } from './cluster/testing/matchers.js'

declare global {
  // Augments the matchers of the global `expect`, as declared by @types/jest.
  namespace jest {
    // Declarations merge only for interfaces, and only with the same type parameters.
    interface Matchers<R, T = {}> extends ClusterMatchers<R> {}
  }
}

declare module 'expect' {
  // Augments the `expect` of @jest/globals.
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ClusterMatchers<R> {}
}

type Globals = Omit<JestGlobals, 'expect'> & {
  readonly expect?: JestGlobals['expect'] & { readonly extend: (more: typeof matchers) => void }
}

const { expect, beforeAll, afterEach } = globalThis as unknown as Globals // Jest defines these as globals in test files
if (!expect) {
  throw new Error(
    "fakecluster/jest found no global `expect`: name it in `setupFilesAfterEnv` of the Jest configuration; where `injectGlobals` is false, import { matchers } from 'fakecluster/node' and call expect.extend(matchers).",
  )
}
expect.extend(matchers)
keepInJest({ expect, beforeAll, afterEach })
