/** A library that is loaded when it is first needed, and read at once from then on. */
export type LateLibrary<L> = {
  /** Loads it, once; undefined where it is there. */
  readonly load: () => Promise<void> | undefined
  /**
   * The library.
   *
   * @throws LibraryNotLoaded as long as it is not there
   */
  readonly needed: () => L
}

/**
 * Rules or patterns were met before the library that reads them is there. Nothing may be taken for valid then: see
 * {@link onceLoaded}.
 */
export class LibraryNotLoaded extends Error {
  override readonly name = 'LibraryNotLoaded'
  readonly load: () => Promise<void> | undefined
  constructor(load: () => Promise<void> | undefined) {
    super('validation rules and patterns cannot be read before their library is loaded: await cluster.ready() first')
    this.load = load
  }
}

/** Makes a library out of what imports it. */
export function createLateLibrary<L>(load: () => Promise<L>): LateLibrary<L> {
  let library: { readonly found: L } | undefined
  let loading: Promise<void> | undefined
  const late: LateLibrary<L> = {
    load: () => (library ? undefined : (loading ??= load().then((found) => void (library = { found })))),
    needed() {
      if (!library) throw new LibraryNotLoaded(late.load)
      return library.found
    },
  }
  return late
}

/**
 * Does something that may need libraries: at once, or from the beginning again when one that is missing has been
 * loaded. It must leave nothing behind when it throws.
 */
export function onceLoaded<T>(run: () => T): T | Promise<T> {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof LibraryNotLoaded)) throw error
    return Promise.resolve(error.load()).then(() => onceLoaded(run))
  }
}
