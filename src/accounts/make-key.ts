import { type RsaKeyText, type SigningKey, createSigningKey } from './signing-key.js'
import { testKey } from './test-key.js'

/** Makes a key of its numbers, or the package's own without them, in a module that is loaded with the first token. */
export const makeKey = (text: RsaKeyText = testKey): SigningKey => createSigningKey(text)
