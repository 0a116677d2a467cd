import { mustHave } from '../../base/must-have.js'
import type { KubeObject } from '../../schema/object.js'
import type { ClientWatch } from './types.js'

type Method = (...given: never[]) => unknown

/** Wraps the methods of a client so that each first waits for `opening`, as long as it returns a promise. */
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
      return name === 'watch' ? waitingWatch(result as Promise<ClientWatch<KubeObject>>) : result // `watch` returns one
    },
  ])
  return Object.fromEntries(all) as M // the same methods under the same names
}

function waitingWatch(opening: Promise<ClientWatch<KubeObject>>): ClientWatch<KubeObject> {
  // Reading the watch rejects with the failure; without a reader it must not be an unhandled rejection.
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
