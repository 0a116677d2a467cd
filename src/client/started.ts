import type { KubeObject } from '../schema/object.js'
import type { Client, ClientWatch } from './types.js'

type Method = (...given: readonly unknown[]) => unknown

/** A client whose methods wait as long as there is something to wait for. */
export function waitingClient(client: Client, opening: () => Promise<void> | undefined): Client {
  const methods = Object.entries(client) as [keyof Client, Method][] // every member is a method
  const waiting = methods.map(([name, method]) => [
    name,
    (...given: readonly unknown[]) => {
      const waiting = opening()
      if (!waiting) return method(...given)
      const result = waiting.then(() => method(...given))
      return name === 'watch' ? waitingWatch(result as Promise<ClientWatch<KubeObject>>) : result // what a watch gives
    },
  ])
  return Object.fromEntries(waiting) as Client
}

function waitingWatch(opening: Promise<ClientWatch<KubeObject>>): ClientWatch<KubeObject> {
  // Whoever reads it gets the failure.
  opening.catch(() => undefined)
  const end = async () => (await opening).return!()
  return {
    next: async () => (await opening).next(),
    return: end,
    [Symbol.asyncIterator]() {
      return this
    },
    async [Symbol.asyncDispose]() {
      await end()
    },
  }
}
