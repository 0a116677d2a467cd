import { parseQuantity, printQuantity } from '../../base/quantity.js'
import { quantityOf, scaledQuantity } from '../../base/quantity-arithmetic.js'
import type { Pod } from '../pods/pod-state.js'
import type { Reader } from '../runtime/types.js'

/** What pods use, in thousandths, by their names; a pod of which it is not known is not there. */
export type Usage = ReadonlyMap<string, number>

/** A quantity in thousandths, rounded up. */
export const milliOf = (quantity: string): number => Number(scaledQuantity(quantityOf(quantity), -3))

/** Thousandths as a quantity is written (`150m`, `2`). */
export function milliQuantity(milli: number): string {
  const parsed = parseQuantity(`${milli}m`)
  return typeof parsed === 'string' ? `${milli}m` : printQuantity(parsed)
}

/** What running pods use of a resource, as scripts state it: of all their containers, or of one. */
export function usageOf(pods: readonly Pod[], resource: string, container: string | undefined, world: Reader): Usage {
  const usage = new Map<string, number>()
  for (const pod of pods) {
    const asked = (pod.spec?.containers ?? []).filter(({ name }) => container === undefined || name === container)
    const used = asked.map((each) => statedOf(pod, each, resource, world))
    if (used.length === 0 || used.includes(undefined)) continue
    usage.set(
      pod.metadata.name ?? '',
      used.reduce<number>((sum, amount = 0) => sum + amount, 0),
    )
  }
  return usage
}

/** Whether anything is known of what a pod uses: it runs, and a script says so of one of its containers. */
export const isMetered = (pod: Pod, world: Reader): boolean =>
  pod.status?.phase === 'Running' &&
  Boolean(pod.spec?.containers.some((each) => playedUsage(pod, each, world) !== undefined))

function statedOf(pod: Pod, container: Container, resource: string, world: Reader): number | undefined {
  const stated: { readonly [resource: string]: string | undefined } = playedUsage(pod, container, world) ?? {}
  const amount = stated[resource]
  return amount === undefined ? undefined : milliOf(amount)
}

type Container = NonNullable<Pod['spec']>['containers'][number]

const playedUsage = (pod: Pod, { name, image = '' }: Container, world: Reader) =>
  world.simulation.playOf(pod, { name, image }).usage
