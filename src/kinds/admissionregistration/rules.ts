import { createLateLibrary } from '../../base/late-library.js'
import { loadLibrary } from '../../cel/library.js'

const library = createLateLibrary(async () => {
  const [policy, binding, webhooks] = await Promise.all([
    import('./policy-rules.js'),
    import('./binding-rules.js'),
    import('./webhook-rules.js'),
  ])
  return { ...policy, ...binding, ...webhooks }
})

/**
 * The rules of the kinds that configure admission, which few have and which read expressions anyway.
 *
 * @throws LibraryNotLoaded as long as they are not there
 */
export const neededRules = library.needed

/** Loads these rules and what reads expressions; undefined where both are there. */
export function loadRules(): Promise<void> | undefined {
  const loading = [library.load(), loadLibrary()].filter((one) => one !== undefined)
  return loading.length === 0 ? undefined : Promise.all(loading).then(() => undefined)
}
