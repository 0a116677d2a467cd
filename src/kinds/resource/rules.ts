import { createLateLibrary, loadAll } from '../../base/turns/late-library.js'
import { loadLibrary } from '../../cel/library.js'
import { loadDifferences } from '../struct/go-formats.js'

const library = createLateLibrary(async () => {
  const [claim, status, slice] = await Promise.all([
    import('./claim-rules.js'),
    import('./claim-status-rules.js'),
    import('./slice-rules.js'),
  ])
  return { ...claim, ...status, ...slice }
})

/**
 * The validation of claims, classes, slices and taints of devices. It is loaded on demand: few clusters have devices,
 * and selectors need the CEL library.
 *
 * @throws LibraryNotLoaded until it is loaded
 */
export const neededRules = library.needed

/** Loads this validation, the CEL library and what formats values; returns undefined if all are loaded already. */
export const loadRules = (): Promise<void> | undefined => loadAll([library.load, loadLibrary, loadDifferences])
