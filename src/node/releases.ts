import { StartError } from './failure.js'

/** The oldest supported Node.js; the same as `engines` in package.json. */
export const OLDEST_NODE = '20.19'

/** The oldest vitest that `fakecluster/vitest` supports. */
const OLDEST_VITEST = '2.0'

/**
 * Checks the version of Node.js.
 *
 * @throws StartError that says which version is needed, which this is, and where to get one
 */
export function checkNode(version = process.versions.node, path = process.execPath): void {
  if (isAtLeast(version, OLDEST_NODE)) return
  throw new StartError(
    `fakecluster needs Node.js ${OLDEST_NODE} or later, and this is ${version} (${path}): install a later one from https://nodejs.org, or choose one with your version manager, such as \`nvm install 22\`.`,
  )
}

/**
 * Checks the version of vitest for `fakecluster/vitest`.
 *
 * @throws StartError that says which version is needed, which this is, and what works with an older one
 */
export function checkVitest(version: string): void {
  if (isAtLeast(version, OLDEST_VITEST)) return
  throw new StartError(
    `fakecluster/vitest needs vitest ${OLDEST_VITEST} or later, and this is ${version}: install a later one with \`npm install --save-dev vitest@latest\`, or use createTestCluster and matchers of fakecluster/node, which work with any runner.`,
  )
}

/** Tells whether vitest supports fixtures of file scope, which were added in 3.2. */
export const hasFileFixtures = (version: string): boolean => isAtLeast(version, '3.2')

function isAtLeast(version: string, oldest: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
