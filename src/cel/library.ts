import type * as cel from '@marcbachmann/cel-js'

/** The library that reads and evaluates expressions. */
export type Library = typeof cel

let library: Library | undefined
let loading: Promise<void> | undefined

/** Rules were met before the library that reads them is there. Nothing may be taken for valid then: see {@link onceLoaded}. */
export class LibraryNotLoaded extends Error {
  override readonly name = 'LibraryNotLoaded'
  constructor() {
    super('validation rules cannot be read before their library is loaded: await cluster.ready() first')
  }
}

/**
 * The library.
 *
 * @throws LibraryNotLoaded as long as it is not there
 */
export function neededLibrary(): Library {
  if (!library) throw new LibraryNotLoaded()
  return library
}

/** Loads the library, which is done once and only where there may be rules; undefined where it is there. */
export function loadLibrary(): Promise<void> | undefined {
  if (library) return undefined
  return (loading ??= import('@marcbachmann/cel-js').then((module) => void (library = module)))
}

/** Does something that may meet rules: at once, or from the beginning again when their library has been loaded. It must leave nothing behind when it throws. */
export function onceLoaded<T>(run: () => T): T | Promise<T> {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof LibraryNotLoaded)) throw error
    return Promise.resolve(loadLibrary()).then(run)
  }
}
