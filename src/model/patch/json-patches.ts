/** What JSON patches need, loaded on demand. */
export { JsonPatchError, applyJsonPatch } from './json.js'
export { decodeJsonPatch } from './json-body.js'
