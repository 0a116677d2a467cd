/** What JSON patches need, loaded on demand. */
export { applyJsonPatch } from './json.js'
export { decodeJsonPatch } from './json-body.js'
