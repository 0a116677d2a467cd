import { compareBytes } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import { inParts, mapInParts, progressOf, throughItems } from '../../base/turns/work-in-parts.js'
import { sortInParts } from '../../base/turns/sort-in-parts.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { portsInOrder, printedPort } from './ports-in-order.js'

export type Subset = NonNullable<ObjectOf<'Endpoints'>['subsets']>[number]
export type Address = NonNullable<Subset['addresses']>[number]
type Port = NonNullable<Subset['ports']>[number]

type Reached = { readonly address: Address; readonly ready: boolean }

type Noted = {
  readonly byPort: Map<string, { readonly port: Port | undefined; readonly reached: Map<string, Reached> }>
  /** The first object seen of each address. */
  readonly shared: Map<string, Address>
}

/** Ports that lead to the same addresses. */
type Shared = { readonly ports: Port[]; readonly reached: readonly Reached[] }

/**
 * Returns the canonical form of the subsets of Endpoints (RepackSubsets): ports with the same addresses share a subset.
 * Many addresses are processed in several turns.
 */
export function repack(subsets: readonly Subset[]): readonly Subset[] {
  const { byPort } = throughItems(
    subsets,
    repack,
    (): Noted => ({ byPort: new Map(), shared: new Map() }),
    (noted, subset) => {
      noteSubset(noted, subset)
      return 1
    },
  )
  const byReached = throughItems(
    progressOf(byPort, repack, () => [...byPort.values()]),
    repack,
    () => new Map<string, Shared>(),
    (found, { port, reached }) => {
      const { key, all } = inOrder(reached)
      const entry = found.get(key) ?? { ports: [], reached: all }
      found.set(key, entry)
      if (port) entry.ports.push(port)
      return 1
    },
  )
  const shared = progressOf(byReached, repack, () => [...byReached.values()])
  return mapInParts(shared, repack, 1, ({ ports, reached }) => {
    const [addresses, notReadyAddresses] = [true, false].map((wanted) =>
      reached.flatMap(({ address, ready }) => (ready === wanted ? [address] : [])),
    )
    return {
      ...(addresses?.length ? { addresses } : {}),
      ...(notReadyAddresses?.length ? { notReadyAddresses } : {}),
      ...(ports.length > 0 ? { ports: [...portsInOrder(ports, printedPort)] } : {}),
    }
  })
}

/** Records the addresses of a subset's ports; it is idempotent. */
function noteSubset({ byPort, shared }: Noted, { ports = [], addresses = [], notReadyAddresses = [] }: Subset): void {
  for (const port of ports.length > 0 ? ports : [undefined]) {
    const key = port ? printedPort(port) : ''
    const entry = byPort.get(key) ?? { port, reached: new Map<string, Reached>() }
    byPort.set(key, entry)
    const noteAll = (all: readonly Address[], ready: boolean) =>
      inParts(all, entry, all.length, nothing, (_, i) => {
        const address = all[i]
        if (address) note(shared, entry.reached, address, ready)
      })
    noteAll(addresses, true)
    noteAll(notReadyAddresses, false)
  }
}

const nothing = () => undefined

/** Sorts the addresses of a port, and returns a key that identifies the list. */
function inOrder(reached: ReadonlyMap<string, Reached>): { readonly key: string; readonly all: readonly Reached[] } {
  const sorted = progressOf(reached, inOrder, () => sortInParts(reached, repack, [...reached.keys()], compareBytes))
  const all = mapInParts(sorted, reached, 1, (place) => mustHave(reached.get(place), 'what is in a map'))
  const texts = mapInParts(sorted, inOrder, 1, (place) => `${place} ${reached.get(place)?.ready}`)
  return { key: texts.join(','), all }
}

/** Records an address of a port; if it is both ready and not ready, it is not ready. */
function note(shared: Map<string, Address>, reached: Map<string, Reached>, address: Address, ready: boolean): void {
  const key = `${address.ip} ${address.targetRef?.uid ?? ''}`
  const first = shared.get(key) ?? address
  shared.set(key, first)
  const before = reached.get(key)
  if (!before || before.ready) reached.set(key, { address: first, ready })
}
