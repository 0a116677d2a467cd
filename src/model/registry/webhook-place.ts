import { code } from '../../base/check/arguments.js'
import { text } from '../../base/check/shape.js'
import type { MembersOf } from '../../base/check/shapes.js'

/** Where controller-runtime serves webhooks. */
export const DEFAULT_ADDRESS = '127.0.0.1:9443'

const ADDRESS = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):\d{1,5}$/

/** The members of {@link WebhookPlace}. */
export const placeMembers = {
  /** Host and port that the webhooks are served at (default `127.0.0.1:9443`). */
  address: code<string>(
    'a host and a port, such as "127.0.0.1:9443"',
    (value) => typeof value === 'string' && ADDRESS.test(value),
  ),
  /** The certificate, or authority, that they are trusted by, in PEM (default the authorities of this machine). */
  caBundle: text,
}

/** Where webhooks are served that manifests say are behind Services. */
export type WebhookPlace = MembersOf<typeof placeMembers>
