import { defineConfig } from 'vitest/config'

const apart = ['clients', 'conformance', 'docs', 'examples', 'package']

// Nothing takes a second, but a machine may be busy with other things: what decides is what happens, and a limit only ends a hang.
const BUSY = { testTimeout: 120_000, hookTimeout: 120_000 }

/** Folders of test/ that are run by name. `slow` folders install packages or start other programs. */
const project = (name: string, slow = false, folders = [name]) => ({
  test: {
    name,
    include: folders.map((folder) => `test/${folder}/**/*.test.ts`),
    ...(slow ? { testTimeout: 300_000, hookTimeout: 600_000, fileParallelism: false } : BUSY),
  },
})

export default defineConfig({
  test: {
    projects: [
      // Clusters share nothing, so test files can share a process: that halves the time.
      {
        test: {
          name: 'unit',
          isolate: false,
          ...BUSY,
          include: ['test/**/*.test.ts'],
          exclude: [...apart, 'bench'].map((folder) => `test/${folder}/**`),
        },
      },
      project('conformance'),
      project('docs'),
      project('package', true),
      project('clients', true, ['clients', 'examples']),
    ],
  },
})
