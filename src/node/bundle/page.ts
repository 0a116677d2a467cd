import { gzipSync } from 'node:zlib'
import { encodeJson } from '../../base/json.js'
import { pageWith } from '../../bundle/embedded.js'
import type { Bundle } from '../../bundle/types.js'

/** The inspector's page with a Bundle in it: a file that any browser shows without a network. */
export const pageOf = (page: string, bundle: Bundle): string =>
  pageWith(page, gzipSync(encodeJson(bundle), { level: 9 }).toString('base64'))
