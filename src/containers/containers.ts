import { publicFunction } from '../base/call-site.js'
import { detached } from '../base/detached.js'
import { failProblems } from '../check/arguments.js'
import type { ContainerScripts } from './container-scripts.js'
import { containerScriptsShape } from './script-shape.js'
import type { ContainerScript } from './types.js'

/** The containers of a cluster's pods, as its agents play them. */
export type Containers = {
  /**
   * Says what containers do, before what was said of them until now; dispose of it to take it back. What is said of how
   * a container runs holds from its next start, anything else at once.
   *
   * @throws TypeError that says where a script is wrong, and how to mend it
   * @example
   * cluster.containers.play({ image: 'shop/api:*', crash: { every: '1m' } })
   */
  readonly play: (scripts: ContainerScript | readonly ContainerScript[]) => Disposable
}

/** Makes `cluster.containers` of the scripts of containers. */
export const createContainers = (scripts: ContainerScripts): Containers => ({
  play: publicFunction((given) => {
    failProblems('containers.play', containerScriptsShape.check(given, []))
    return { [Symbol.dispose]: scripts.add(detached([given].flat())) }
  }),
})
