/** A library that is loaded when first needed, and then available synchronously. */
export type LateLibrary<L> = {
  /** Loads the library, once; returns undefined if it is already loaded. */
  readonly load: () => Promise<void> | undefined
  /**
   * Returns the library.
   *
   * @throws LibraryNotLoaded if it is not loaded yet
   */
  readonly needed: () => L
}

/**
 * Thrown when rules or patterns are needed before the library that reads them is loaded. Nothing may be taken for valid
 * in that case: see {@link onceLoaded}.
 */
export class LibraryNotLoaded extends Error {
  override readonly name = 'LibraryNotLoaded'
  readonly load: () => Promise<void> | undefined
  constructor(load: () => Promise<void> | undefined) {
    super('validation rules and patterns cannot be read before their library is loaded: await cluster.ready() first')
    this.load = load
  }
}

/** The loading of code, told from waits for something outside: whoever works in order waits for it, too. */
export class CodeLoading extends Promise<void> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }
}

/** Makes a late library from the function that imports it. */
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

/** Loads several libraries at once; returns undefined if all of them are already loaded. */
export function loadAll(loads: readonly LateLibrary<unknown>['load'][]): Promise<void> | undefined {
  let loading: Promise<void>[] | undefined
  for (const load of loads) {
    const one = load()
    if (one) (loading ??= []).push(one)
  }
  return loading && Promise.all(loading).then(() => undefined)
}

/**
 * Runs something that may need libraries: immediately, and once more from the start after a missing library has been
 * loaded. `run` must have no side effects when it throws.
 */
export function onceLoaded<T>(run: () => T): T | Promise<T> {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof LibraryNotLoaded)) throw error
    return Promise.resolve(error.load()).then(() => onceLoaded(run))
  }
}
