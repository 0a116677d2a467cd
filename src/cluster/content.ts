import { publicAsync } from '../base/call-site.js'
import { dump } from '../load/dump.js'
import { load } from '../load/load.js'
import { checkState } from '../state/shapes.js'
import type { Server } from './server.js'
import type { Cluster } from './types.js'

/** Makes the methods that load and write what a cluster stores. */
export const createContent = ({ context, engine, intake, recorder }: Server): Pick<Cluster, 'load' | 'dump'> => ({
  load: publicAsync(async (input, options) => {
    await intake.opening()
    await load(context, input, options, recorder.isFresh)
    await engine.drain()
  }),
  dump: publicAsync(async (options) => {
    checkState('dump', options)
    await intake.opening()
    return dump(context, options)
  }),
})
