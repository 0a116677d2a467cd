import fc from 'fast-check'

/** Strings that often break programs. */
export const WORDS = [
  ...['', ' ', 'a', 'default', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'true', '0', '-1'],
  ...[
    '1e400',
    '0x1',
    '1Gi',
    '1m',
    '9223372036854775808',
    '2024-01-01T00:00:00Z',
    '10s',
    '-1h',
    'NaN',
    'a/b',
    'a/b/c',
    '/',
    '.',
    '..',
  ],
  ...[
    '*',
    '?',
    '(a+)+$',
    '^(?i)abc$',
    '[',
    '\\',
    '%zz',
    '%2e%2e',
    '\u0000',
    '\ud800',
    '\u2028',
    '𝒜',
    'ß',
    'İ',
    '{{ spec.x }}',
    '{{',
    '$patch',
  ],
  ...[
    'a'.repeat(64),
    'a'.repeat(254),
    '-'.repeat(300),
    '{'.repeat(50),
    'self',
    'self.spec.size > 1',
    'v1',
    'apps/v1',
    'Lease',
    'kubernetes.io/x',
  ],
]

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12, unit: 'binary' }) },
)

/** A JSON value, mostly a small one. */
export const anyValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word,
    fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 1e21, 1e308, {}, []),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(word, tie('value')), { maxLength: 3 }).map((members) => ofMembers(members)),
  ),
})).value

/** An object with the given members, `__proto__` as an own property. */
function ofMembers(members: readonly (readonly [string, unknown])[]): object {
  const made = {}
  for (const [name, value] of members)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true })
  return made
}

/** A mutation of a value at one place. */
export type Mutation = {
  readonly at: number
  readonly how: 'replace' | 'remove' | 'rename' | 'double' | 'nest' | 'add'
  readonly word: string
  readonly value: unknown
}

/** Up to two mutations of a value. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({
    at: fc.nat({ max: 200 }),
    how: fc.constantFrom<Mutation['how']>('replace', 'remove', 'rename', 'double', 'nest', 'add'),
    word,
    value: anyValue,
  }),
  { maxLength: 2 },
)

/** Applies mutations to a value, in order. */
export const mutated = (value: unknown, changes: readonly Mutation[]): unknown => changes.reduce(mutateOnce, value)

function mutateOnce(value: unknown, mutation: Mutation): unknown {
  let left = mutation.at % countOf(value)
  const walk = (node: unknown): unknown => {
    if (left-- === 0) return changed(node, mutation)
    if (Array.isArray(node))
      return node.flatMap((item: unknown) =>
        left === 0 && mutation.how === 'double' ? [item, walk(item)] : [walk(item)],
      )
    if (!isMap(node)) return node
    return ofMembers(
      Object.entries(node).flatMap(([name, member]): (readonly [string, unknown])[] => {
        if (left !== 0 || (mutation.how !== 'remove' && mutation.how !== 'rename')) return [[name, walk(member)]]
        left--
        return mutation.how === 'remove' ? [] : [[mutation.word, member]]
      }),
    )
  }
  return walk(value)
}

function changed(node: unknown, { how, word: name, value }: Mutation): unknown {
  if (how === 'nest') return [node]
  if (how === 'add') {
    if (Array.isArray(node)) return [...(node as unknown[]), value]
    return isMap(node) ? ofMembers([...Object.entries(node), [name, value]]) : value
  }
  return how === 'double' ? node : value
}

const isMap = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce<number>((sum, member) => sum + countOf(member), 0)
    : 1
