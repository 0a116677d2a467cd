import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Plays all recordings, which takes minutes. */
const RECORDINGS = 'test/conformance/whole.test.ts'

const apart = ['browser', 'clients', 'conformance', 'docs', 'examples', 'official', 'package']

// Nothing takes a second, but a machine may be busy with other things: what decides is what happens, and a limit only ends a hang.
const BUSY = { testTimeout: 120_000, hookTimeout: 120_000 }

// These install packages or start other programs.
const SLOW = { testTimeout: 300_000, hookTimeout: 600_000, fileParallelism: false }

/** Tests that name no version of Kubernetes are about the first, whatever the default; `FAKECLUSTER_KUBERNETES_VERSION=1.37 npx vitest run --project unit` runs them at another. */
const AT_FIRST = { env: { FAKECLUSTER_KUBERNETES_VERSION: process.env['FAKECLUSTER_KUBERNETES_VERSION'] ?? '1.33' } }

/** Begins with the recordings: one file of them takes as long as all the unit tests, and begun last it would keep one core idle. */
class RecordingsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => (project.name === 'conformance' ? 0 : 1)
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    // Left to itself the runner keeps one core free, which of two is half.
    maxWorkers: '100%',
    sequence: { sequencer: RecordingsFirst },
    projects: [
      // Clusters share nothing, so test files can share a process: that halves the time.
      {
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: 'test/drawn-inputs.ts',
          ...BUSY,
          ...AT_FIRST,
          include: ['test/**/*.test.ts'],
          exclude: [...apart, 'bench'].map((folder) => `test/${folder}/**`),
        },
      },
      {
        test: { name: 'conformance', include: ['test/conformance/**/*.test.ts'], exclude: [RECORDINGS], ...BUSY },
      },
      { test: { name: 'recordings', include: [RECORDINGS], ...BUSY } },
      { test: { name: 'docs', include: ['test/docs/**/*.test.ts'], ...BUSY } },
      {
        test: {
          name: 'package',
          // Its folders are projects of users, with tests of their own.
          include: ['test/package/*.test.ts'],
          globalSetup: 'test/package/pack-once.ts',
          ...SLOW,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/browser/build-once.ts',
          ...SLOW,
        },
      },
      {
        test: {
          name: 'clients',
          include: ['clients', 'examples'].map((folder) => `test/${folder}/**/*.test.ts`),
          ...SLOW,
          ...AT_FIRST,
        },
      },
      {
        test: {
          name: 'official',
          include: ['test/official/*.test.ts'],
          globalSetup: 'test/official/build-once.ts',
          ...SLOW,
          // They wait more than they work.
          fileParallelism: true,
        },
      },
    ],
  },
})
