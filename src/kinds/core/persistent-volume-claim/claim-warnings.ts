import { goQuote } from '../../../base/go/printable.js'
import { isInteger } from '../../../base/numbers/quantity.js'

type Amounts = { readonly [resource: string]: string }
type Spec = { readonly resources?: { readonly limits?: Amounts; readonly requests?: Amounts } }

/** Returns the warnings for a claim's spec at `field`: storage must be a whole number of bytes. */
export const warningsOfClaimSpec = (spec: Spec | undefined, field: string): readonly string[] =>
  (['requests', 'limits'] as const).flatMap((list) => {
    const amount = spec?.resources?.[list]?.['storage'] ?? '0'
    return isInteger(amount)
      ? []
      : [`${field}.resources.${list}[storage]: fractional byte value ${goQuote(amount)} is invalid, must be an integer`]
  })
