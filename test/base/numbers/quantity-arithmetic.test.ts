import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printQuantity } from '../../../src/base/numbers/quantity.js'
import {
  addQuantities,
  quantityOf,
  scaledQuantity,
  subtractQuantities,
  wholeQuantity,
} from '../../../src/base/numbers/quantity-arithmetic.js'

describe('addQuantities and subtractQuantities', () => {
  // As Go prints the sum and the difference.
  it.each([
    ['1', '500m', '1500m', '500m'],
    ['0', '1Gi', '1Gi', '-1Gi'],
    ['0', '1e3', '1e3', '-1e3'],
    ['1Gi', '0', '1Gi', '1Gi'],
    ['1Gi', '1G', '2073741824', '73741824'],
    ['1G', '1Gi', '2073741824', '-73741824'],
    ['512Mi', '512Mi', '1Gi', '0'],
    ['500m', '500m', '1', '0'],
    ['1000Mi', '24Mi', '1Gi', '976Mi'],
    ['1Gi', '500m', '1073741824500m', '1073741823500m'],
    ['1e3', '1', '1001', '999'],
    ['9223372036854775807', '1', '9223372036854775808', '9223372036854775806'],
    ['100n', '1', '1000000100n', '-999999900n'],
  ])('%s and %s give %s and %s', (a, b, sum, difference) => {
    expect(printQuantity(addQuantities(quantityOf(a), quantityOf(b)))).toBe(sum)
    expect(printQuantity(subtractQuantities(quantityOf(a), quantityOf(b)))).toBe(difference)
  })

  it('ignore the smaller of two numbers with too many digits between them', () => {
    expect(printQuantity(addQuantities(quantityOf('1e2147482998'), quantityOf('1')))).toBe('1e2147482998')
    expect(printQuantity(subtractQuantities(quantityOf('1e3'), quantityOf('1e2147482998')))).toBe('-1e2147482998')
    expect(scaledQuantity(quantityOf('1e2147482998'), 0)).toBe(10n ** 10_000n)
  })

  it('are inverse', () => {
    const amounts = fc.tuple(fc.integer({ min: 1 }), fc.constantFrom('', 'm', 'k', 'Ki', 'Mi', 'Gi', 'e3'))
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const [x, y] = [quantityOf(a.join('')), quantityOf(b.join(''))]
        const back = subtractQuantities(addQuantities(x, y), y)
        expect(scaledQuantity(back, -9)).toBe(scaledQuantity(x, -9))
      }),
    )
  })
})

describe('wholeQuantity', () => {
  it.each([
    ['1500m', '2'],
    ['100n', '1'],
    ['-1500m', '-2'],
    ['1Gi', '1Gi'],
    ['0.5Gi', '512Mi'],
    ['1073741824500m', '1073741825'],
  ])('rounds %s to %s', (text, whole) => {
    expect(printQuantity(wholeQuantity(quantityOf(text)))).toBe(whole)
  })
})
