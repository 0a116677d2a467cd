/**
 * Returns a factory of objects whose named members are getters, evaluated at each read. A getter in an object literal
 * would give each object its own hidden class in V8, which takes more than a kilobyte; these objects share one
 * prototype.
 */
export function withAccessors<T extends object, K extends keyof T>(
  ...names: readonly K[]
): (readers: Readers<T, K>, members: Omit<T, K>) => T {
  const known = new WeakMap<object, Readers<T, K>>()
  // Also finds the readers of an object that has such an object as its prototype.
  const readersOf = (at: object | null): Readers<T, K> | undefined =>
    at ? (known.get(at) ?? readersOf(Object.getPrototypeOf(at))) : undefined
  const shared = {}
  for (const name of names)
    Object.defineProperty(shared, name, {
      enumerable: true,
      get(this: object) {
        return readersOf(this)?.[name]()
      },
    })
  return (readers, members) => {
    known.set(members, readers)
    return Object.setPrototypeOf(members, shared) as T // true with the getters of its prototype
  }
}

type Readers<T, K extends keyof T> = { readonly [name in K]: () => T[name] }
