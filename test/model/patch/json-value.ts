import fc from 'fast-check'

/** Returns a value after a JSON round trip; the order of members stays. */
export const written = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T // the same type

const name = fc.constantFrom('', 'a', 'b', 'c', 'at', 'null', 'undefined', '__proto__', 'constructor', '0', '1', '10')
/** Any JSON value, with names and members that are easily mixed up. */
export const { value: jsonValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(0, 1, '', 'a', null, true, [], {}, [[]], { a: undefined, b: 1 }),
    fc.array(tie('value'), { maxLength: 5 }),
    // From entries, so that members are in any order.
    fc
      .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 6, selector: ([key]) => key })
      .map((entries): unknown => Object.fromEntries(entries)),
  ),
}))
