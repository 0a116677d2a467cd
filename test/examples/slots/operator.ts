import { type ApiObject, type Client, type Informer, nodeInformer } from './client.js'

/** Brings one Node in order. What it throws, it is called again after. */
export type Reconcile = (client: Client, cached: ApiObject) => Promise<void>

/** A running operator. */
export type Operator = {
  /** Resolves once it follows the Nodes and each it knows of is in order, or given up. */
  readonly idle: () => Promise<void>
  readonly stop: () => Promise<void>
}

const ATTEMPTS = 5

/** Runs an operator on the Nodes of a cluster: an informer fills a queue of names, and each is reconciled in turn. */
export function startOperator(client: Client, reconcile: Reconcile): Operator {
  const informer = nodeInformer(client)
  const queue = createQueue(async (name) => {
    const cached = informer.get(name)
    if (cached) await reconcile(client, cached)
  })
  for (const event of ['add', 'update'] as const) informer.on(event, ({ metadata }) => queue.add(metadata.name!))
  let started = restarting(informer)
  informer.on('error', () => void (started = restarting(informer)))
  const idle = async () => {
    for (let seen; seen !== started;) {
      seen = started
      await seen
      await queue.empty()
    }
  }
  return { idle, stop: () => informer.stop() }
}

/** Starts an informer, again too when its watch broke: what it has read so far it goes on from. */
const restarting = async (informer: Informer): Promise<void> => {
  await Promise.resolve()
  await informer.start()
}

/** Does one name at a time, and a name that fails again, up to five times. */
function createQueue(work: (name: string) => Promise<void>) {
  const waiting = new Map<string, number>()
  let running: Promise<void> | undefined
  const drain = async () => {
    for (const [name, attempt] of waiting) {
      waiting.delete(name)
      // A name that came in while it was worked on counts anew.
      await work(name).catch(() => void (attempt < ATTEMPTS && !waiting.has(name) && waiting.set(name, attempt + 1)))
    }
    running = undefined
  }
  return {
    add: (name: string) => {
      waiting.set(name, 1)
      running ??= Promise.resolve().then(drain)
    },
    empty: async () => {
      while (running) await running
    },
  }
}
