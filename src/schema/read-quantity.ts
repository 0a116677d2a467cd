import { canonicalQuantity } from '../base/quantity.js'

/**
 * The canonical text of a quantity; undefined where the value is no quantity. Only those of resources are rounded to
 * thousandths, as no list of them has finer ones (SetDefaults_ResourceList).
 */
export function readQuantity(value: unknown, how: { readonly isResource: boolean }): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const given = typeof value === 'bigint' ? String(value) : value
  const quantity = canonicalQuantity(given, { roundUpToMilli: how.isResource })
  return 'error' in quantity ? undefined : quantity.text
}
