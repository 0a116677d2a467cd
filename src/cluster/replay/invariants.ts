import type { Bundle } from '../bundle/types.js'
import { identityOf } from '../../schema/identity.js'
import type { Composed } from '../compose.js'

/**
 * Registers invariants that refuse the same writes as in the recording, each in the request with the same number.
 * Returns their names.
 */
export function replayInvariants({ cluster, server }: Composed, { requests }: Bundle): readonly string[] {
  const [first] = requests
  const before = first ? first.sequence - 1 : 0
  const broken = new Map(requests.map((request) => [request.sequence - before, request.broken]))
  const names = new Set([...broken.values()].flatMap((each) => (each ? [each.invariant] : [])))
  for (const name of names)
    cluster.invariant(name, (prev, next) => {
      const note = server.recorder.current()
      const recorded = note && broken.get(note.sequence)
      const object = next ?? prev
      if (recorded?.invariant !== name || !object || recorded.after !== (note?.changes?.length ?? 0)) return undefined
      const { kind, namespace, name: own } = identityOf(object)
      return recorded.kind === kind && recorded.namespace === namespace && recorded.name === own
        ? recorded.why
        : undefined
    })
  return [...names].map((name) => `invariant ${name}`)
}
