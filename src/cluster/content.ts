import { publicAsync } from '../base/errors/call-site.js'
import { dump } from './load/dump.js'
import { type LoadOptions, load, loadRead } from './load/load.js'
import { withWebhooks } from './load/webhook-manifests.js'
import { type Documents, readInput } from '../base/input/documents.js'
import { type Arriving, readArriving } from '../base/input/arriving.js'
import { checkState } from './state/shapes.js'
import { epochGuard } from '../store/epoch.js'
import type { Server } from './server.js'
import type { Cluster } from './types.js'

/** Creates the methods that load and dump objects. */
export const createContent = (server: () => Server): Pick<Cluster, 'load' | 'dump'> => ({
  load: publicAsync(async (input, options) => {
    const mustBeCurrent = epochGuard(server().context.store)
    const ready = await opened(server())
    mustBeCurrent()
    await follow(ready, async (isFresh) =>
      options?.webhooks
        ? loadRead(ready.context, ofWebhooks(ready, readInput(input, 'webhooks'), options), options, isFresh)
        : load(ready.context, input, options, isFresh),
    )
  }),
  dump: publicAsync(async (options) => {
    checkState('dump', options)
    const { context } = await opened(server())
    return dump(context, options)
  }),
})

/** Creates the function that loads fixtures from a stream. */
export const createLoading =
  (server: () => Server) =>
  async (fixtures: AsyncIterable<Arriving>, options: LoadOptions): Promise<void> => {
    const mustBeCurrent = epochGuard(server().context.store)
    const ready = await opened(server())
    const { context } = ready
    const documents = await readArriving(fixtures, context.env.turn)
    mustBeCurrent()
    await follow(ready, (isFresh) => loadRead(context, ofWebhooks(ready, documents, options), options, isFresh))
  }

/** Returns documents as they are to be loaded, which may be the manifests of webhooks. */
const ofWebhooks = ({ context }: Server, documents: Documents, { webhooks }: LoadOptions): Documents =>
  webhooks ? withWebhooks(context, NO_DOCUMENTS, documents, webhooks) : documents

const NO_DOCUMENTS: Documents = { sources: [], documents: [], faults: [] }

/** Resolves with the server once the initial fixtures and definitions are loaded. */
async function opened(server: Server): Promise<Server> {
  await server.intake.opening()
  return server
}

/** Runs a load, records it, and lets controllers react to it. */
async function follow({ context, engine, recorder, acts }: Server, load: (isFresh: () => boolean) => Promise<void>) {
  const from = context.store.revision()
  await load(recorder.isFresh)
  acts.loaded(from, context.store.revision(), context.env.snapshot())
  await engine.drain()
}
