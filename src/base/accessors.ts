/** The readers of an object. A weak map would hold what they read until V8 has collected its whole heap. */
const READERS = Symbol('readers')

/**
 * Returns a factory of objects whose named members are getters, evaluated at each read. V8 gives each object literal
 * with a getter, and each object on which one is defined, a hidden class of its own, which takes more than a kilobyte
 * and holds what the getter reads until the whole heap is collected; these objects share one prototype, which inherits
 * from that of the first one.
 */
export function withAccessors<T extends object, K extends keyof T>(
  ...names: readonly K[]
): (readers: Readers<T, K>, members: Omit<T, K>) => T {
  let shared: object | undefined
  return (readers, members) => {
    shared ??= prototypeWith(names, Object.getPrototypeOf(members))
    Object.defineProperty(members, READERS, { value: readers })
    return Object.setPrototypeOf(members, shared) as T // true with the getters of its prototype
  }
}

type Readers<T, K extends keyof T> = { readonly [name in K]: () => T[name] }

/** Returns a prototype whose getters ask the readers of the object, or of the one that it inherits from. */
function prototypeWith(names: readonly PropertyKey[], from: object): object {
  const shared: object = Object.create(from)
  for (const name of names)
    Object.defineProperty(shared, name, {
      enumerable: true,
      get(this: { readonly [READERS]?: { readonly [name: PropertyKey]: () => unknown } }) {
        return this[READERS]?.[name]?.()
      },
    })
  return shared
}
