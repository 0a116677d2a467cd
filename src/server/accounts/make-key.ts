import { type RsaKeyText, type SigningKey, createSigningKey } from './signing-key.js'
import { testKey } from './test-key.js'

/**
 * Makes a key from its numbers, by default the test key. In a separate module, which is loaded with the first token.
 */
export const makeKey = (text: RsaKeyText = testKey): SigningKey => createSigningKey(text)
