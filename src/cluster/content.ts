import { publicAsync } from '../base/call-site.js'
import { dump } from '../load/dump.js'
import { load } from '../load/load.js'
import { checkState } from '../state/shapes.js'
import type { Server } from './server.js'
import type { Cluster } from './types.js'

/** Makes the methods that load and write what a cluster stores. */
export const createContent = (server: () => Server): Pick<Cluster, 'load' | 'dump'> => ({
  load: publicAsync(async (input, options) => {
    const { context, engine, intake, recorder, acts } = server()
    await intake.opening()
    const from = context.store.revision()
    await load(context, input, options, recorder.isFresh)
    acts.loaded(from, context.store.revision(), context.env.snapshot())
    await engine.drain()
  }),
  dump: publicAsync(async (options) => {
    checkState('dump', options)
    const { context, intake } = server()
    await intake.opening()
    return dump(context, options)
  }),
})
