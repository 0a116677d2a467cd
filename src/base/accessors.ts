/**
 * Makes a maker of objects with members that are read anew each time. An accessor in an object literal gives each
 * object a hidden class of its own in V8, which takes more than a kilobyte; these share theirs.
 */
export function withAccessors<T extends object, K extends keyof T>(
  ...names: readonly K[]
): (readers: Readers<T, K>, members: Omit<T, K>) => T {
  const known = new WeakMap<object, Readers<T, K>>()
  // Also of what has such an object as its prototype.
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
    return Object.setPrototypeOf(members, shared) as T // which it is with the accessors of its prototype
  }
}

type Readers<T, K extends keyof T> = { readonly [name in K]: () => T[name] }
