import { publicAsync } from '../base/call-site.js'
import { onceLoaded } from '../base/late-library.js'
import { checkPopulate, readRate, sizesOf } from '../populate/options.js'
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
    await intake.opening()
    const { storeWorld } = await import('../populate/populate.js')
    const seed = choice.seed ?? Math.floor(context.env.random() * 2 ** 31)
    const inhabited = await onceLoaded(() => storeWorld(context, sizes, seed))
    containers.addLast(inhabited.scripts)
    engine.drain()
    if (rate === undefined) return { [Symbol.dispose]: () => undefined }
    const { createChurn } = await import('../populate/churn.js')
    const isKept = KEEPERS.every((name) => engine.names().includes(name))
    return {
      [Symbol.dispose]: engine.add(createChurn({ ...inhabited, name: unusedName(engine.names()), rate, seed, isKept })),
    }
  }),
})

function unusedName(names: readonly string[]): string {
  let name = 'churn'
  for (let i = 2; names.includes(name); i++) name = `churn-${i}`
  return name
}
