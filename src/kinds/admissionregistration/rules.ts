import { createLateLibrary, loadAll } from '../../base/turns/late-library.js'
import { loadLibrary } from '../../cel/library.js'

const library = createLateLibrary(async () => {
  const [policy, binding, mutating, webhooks] = await Promise.all([
    import('./policy-rules.js'),
    import('./binding-rules.js'),
    import('./mutating-rules.js'),
    import('./webhook-rules.js'),
  ])
  return { ...policy, ...binding, ...mutating, ...webhooks }
})

/**
 * The validation of the kinds that configure admission. It is loaded on demand: few clusters have such objects, and it
 * needs the CEL library anyway.
 *
 * @throws LibraryNotLoaded until it is loaded
 */
export const neededRules = library.needed

/** Loads this validation and the CEL library; returns undefined if both are loaded already. */
export const loadRules = (): Promise<void> | undefined => loadAll([library.load, loadLibrary])
