import fc from 'fast-check'

/** A value as JSON gives it back; its text tells the order of members too. */
export const written = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T // of the same form

const name = fc.constantFrom('', 'a', 'b', 'c', 'at', 'null', 'undefined', '__proto__', 'constructor', '0', '1', '10')
/** Any value of JSON, with names and members that are easily mistaken. */
export const { value: jsonValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(0, 1, '', 'a', null, true, [], {}, [[]], { a: undefined, b: 1 }),
    fc.array(tie('value'), { maxLength: 5 }),
    // From entries, so that members stand in any order.
    fc
      .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 6, selector: ([key]) => key })
      .map((entries): unknown => Object.fromEntries(entries)),
  ),
}))
