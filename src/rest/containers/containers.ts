import { publicFunction } from '../../base/errors/call-site.js'
import { frozenCopy } from '../../base/json/frozen-copy.js'
import { failProblems } from '../../base/check/arguments.js'
import type { ContainerScripts } from './container-scripts.js'
import { containerScriptsShape } from './script-shape.js'
import type { ContainerScript } from './types.js'

/** The scripted containers of a cluster. */
export type Containers = {
  /**
   * Adds scripts of containers, with precedence over earlier ones; dispose of the result to remove them. How a
   * container runs takes effect at its next start, everything else at once.
   *
   * @throws TypeError that says where a script is wrong, and how to fix it
   * @example
   * cluster.containers.play({ image: 'shop/api:*', crash: { every: '1m' } })
   */
  readonly play: (scripts: ContainerScript | readonly ContainerScript[]) => Disposable
}

/** Creates `cluster.containers`. */
export const createContainers = (scripts: ContainerScripts): Containers => ({
  play: publicFunction((given) => {
    failProblems('containers.play', containerScriptsShape.check(given, []))
    return { [Symbol.dispose]: scripts.add(frozenCopy([given].flat())) }
  }),
})
