import { gzipSync } from 'node:zlib'
import { encodeJson } from '../../base/json.js'
import { pageWith } from '../../bundle/embedded.js'
import type { Bundle } from '../../bundle/types.js'
import { PLAIN_PAGE } from './plain-page.js'

/** A page with a Bundle in it: a file that any browser shows without a network. */
export function pageOf(bundle: Bundle, page = PLAIN_PAGE): string {
  return pageWith(page, gzipSync(encodeJson(bundle), { level: 9 }).toString('base64'))
}
