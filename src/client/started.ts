import { mustHave } from '../base/must-have.js'
import type { KubeObject } from '../schema/object.js'
import type { ClientWatch } from './types.js'

type Method = (...given: never[]) => unknown

/** The methods of a client, which wait as long as there is something to wait for. */
export function waiting<M extends { readonly [name: string]: Method }>(
  methods: M,
  opening: () => Promise<void> | undefined,
): M {
  const all = Object.entries(methods).map(([name, method]) => [
    name,
    (...given: never[]) => {
      const open = opening()
      if (!open) return method(...given)
      const result = open.then(() => method(...given))
      return name === 'watch' ? waitingWatch(result as Promise<ClientWatch<KubeObject>>) : result // what a watch gives
    },
  ])
  return Object.fromEntries(all) as M // the same names, each of the same type
}

function waitingWatch(opening: Promise<ClientWatch<KubeObject>>): ClientWatch<KubeObject> {
  // Whoever reads it gets the failure.
  opening.catch(() => undefined)
  const end = async () => mustHave((await opening).return?.(), 'the way to end a watch')
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
