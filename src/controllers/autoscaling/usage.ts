import { parseQuantity, printQuantity } from '../../base/numbers/quantity.js'
import { quantityOf, scaledQuantity } from '../../base/numbers/quantity-arithmetic.js'
import type { Reader } from '../runtime/types.js'

/** The usage of pods in thousandths, by name; pods without metrics are absent. */
export type Usage = ReadonlyMap<string, number>

/** Returns a quantity in thousandths, rounded up. */
export const milliOf = (quantity: string): number => Number(scaledQuantity(quantityOf(quantity), -3))

/** Formats thousandths as a quantity (`150m`, `2`), or with binary prefixes (`64Mi`). */
export function milliQuantity(milli: number, isBinary = false): string {
  const parsed = parseQuantity(`${milli}m`)
  if (typeof parsed === 'string') return `${milli}m`
  const { text: _, ...value } = parsed
  return printQuantity(isBinary ? { ...value, family: 'binary' } : parsed)
}

/**
 * Returns the usage of a resource by the pods that a selector matches, from the metrics API: of all their containers,
 * or of one; an error message if there is none (metrics/client.go).
 */
export function readUsage(
  world: Reader,
  { namespace, selector }: { readonly namespace: string; readonly selector: string },
  resource: string,
  container: string | undefined,
): Usage | string {
  if (!world.serves(KIND))
    return 'unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)'
  const items = world.list('PodMetrics', { namespace, labelSelector: selector })
  if (items.length === 0) return 'no metrics returned from resource metrics API'
  const usage = new Map<string, number>()
  for (const { metadata, containers = [] } of items) {
    const asked = containers.filter(({ name }) => container === undefined || name === container)
    const used = asked.map((each) => each.usage?.[resource])
    if (used.length === 0 || used.includes(undefined)) continue
    usage.set(
      metadata.name ?? '',
      used.reduce((sum, amount = '0') => sum + milliOf(amount), 0),
    )
  }
  return usage
}

const KIND = 'PodMetrics'
