import { publicAsync } from '../base/errors/call-site.js'
import { onceLoaded } from '../base/turns/late-library.js'
import { checkPopulate, readRate, sizesOf } from './populate/options.js'
import { epochGuard } from '../store/epoch.js'
import type { Server } from './server.js'
import type { Cluster } from './types.js'

/** The controllers that replace deleted pods; if they run, the churn need not do it itself. */
const KEEPERS = ['replica-sets', 'scheduler', 'node-agents']

/** Creates `populate`. Its modules are loaded at the first call. */
export const createPopulating = (server: () => Server): Pick<Cluster, 'populate'> => ({
  populate: publicAsync(async (options = {}, choice = {}) => {
    checkPopulate(options, choice)
    const { context, containers, engine, intake } = server()
    const sizes = sizesOf(options)
    const rate = options.churn === undefined ? undefined : readRate(options.churn)
    const mustBeCurrent = epochGuard(context.store)
    await intake.opening()
    const [{ storeWorld }, churn] = await Promise.all([
      import('./populate/populate.js'),
      rate === undefined ? undefined : import('./populate/churn.js'),
    ])
    const world = await onceLoaded(() => {
      mustBeCurrent()
      return storeWorld(context, sizes, choice.seed)
    })
    containers.addLast(world.scripts)
    engine.drain()
    if (!churn || rate === undefined) return { [Symbol.dispose]: () => undefined }
    const isKept = KEEPERS.every((name) => engine.names().includes(name))
    const name = unusedName(engine.names())
    return { [Symbol.dispose]: engine.add(churn.createChurn({ ...world, name, rate, isKept })) }
  }),
})

function unusedName(names: readonly string[]): string {
  let name = 'churn'
  for (let i = 2; names.includes(name); i++) name = `churn-${i}`
  return name
}
