import type * as cel from '@marcbachmann/cel-js'

/** The library that reads and evaluates expressions. */
export type Library = typeof cel

let library: Library | undefined
let loading: Promise<void> | undefined

/** The library, undefined as long as it was not loaded. */
export const loadedLibrary = (): Library | undefined => library

/** Loads the library, which is done once and only where there are rules; undefined where it is there. */
export function loadLibrary(): Promise<void> | undefined {
  if (library) return undefined
  return (loading ??= import('@marcbachmann/cel-js').then((module) => void (library = module)))
}
