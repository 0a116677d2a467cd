import { compareBytes } from '../../base/json.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { portsInOrder, printedPort } from './ports-in-order.js'

export type Subset = NonNullable<ObjectOf<'Endpoints'>['subsets']>[number]
export type Address = NonNullable<Subset['addresses']>[number]
type Port = NonNullable<Subset['ports']>[number]

type Reached = { readonly address: Address; readonly ready: boolean }

/**
 * The subsets of Endpoints in the one form that says the same (RepackSubsets): ports that lead to the same addresses
 * share a subset.
 */
export function repack(subsets: readonly Subset[]): readonly Subset[] {
  const byPort = new Map<string, { readonly port: Port | undefined; readonly reached: Map<string, Reached> }>()
  const shared = new Map<string, Address>()
  for (const { ports = [], addresses = [], notReadyAddresses = [] } of subsets)
    for (const port of ports.length > 0 ? ports : [undefined]) {
      const key = port ? printedPort(port) : ''
      const entry = byPort.get(key) ?? { port, reached: new Map<string, Reached>() }
      byPort.set(key, entry)
      for (const address of addresses) note(shared, entry.reached, address, true)
      for (const address of notReadyAddresses) note(shared, entry.reached, address, false)
    }
  const byReached = new Map<string, { readonly ports: Port[]; readonly reached: readonly Reached[] }>()
  for (const { port, reached } of byPort.values()) {
    const sorted = [...reached].sort(([a], [b]) => compareBytes(a, b))
    const key = sorted.map(([place, { ready }]) => `${place} ${ready}`).join(',')
    const entry = byReached.get(key) ?? { ports: [], reached: sorted.map(([, each]) => each) }
    byReached.set(key, entry)
    if (port) entry.ports.push(port)
  }
  return [...byReached.values()].map(({ ports, reached }) => {
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

/** Notes that a port leads to an address; where it was said to be ready and not, it is not. */
function note(shared: Map<string, Address>, reached: Map<string, Reached>, address: Address, ready: boolean): void {
  const key = `${address.ip} ${address.targetRef?.uid ?? ''}`
  const first = shared.get(key) ?? address
  shared.set(key, first)
  const before = reached.get(key)
  if (!before || before.ready) reached.set(key, { address: first, ready })
}
