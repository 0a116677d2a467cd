import { TAG, der, derId } from '../../base/bytes/der.js'
import { formatPem } from '../../base/bytes/pem.js'
import { type Env, makeClientKey } from '../../base/time/env.js'
import type { User } from '../../model/call/call.js'
import { COMMON_NAME, ORGANIZATION, UID } from '../../kinds/certificates/subject.js'
import { issueCertificate } from './certificate.js'

/** A client certificate and its private key, in PEM. */
export type ClientKeyPair = { readonly certificate: string; readonly key: string }

const YEAR = 365 * 24 * 3_600_000
const HOUR = 3_600_000

/** Makes a client certificate of a user, valid for a year. */
export async function makeClientCertificate(
  { name, groups, uid }: User,
  { now, requestId }: Pick<Env, 'now' | 'requestId'>,
): Promise<ClientKeyPair> {
  const { secret, open } = await makeClientKey()
  // Whoever has signed in is of this group, and needs not be told.
  const organizations = groups.filter((group) => group !== 'system:authenticated')
  const subject = der(
    TAG.sequence,
    ...organizations.map((group) => attribute(ORGANIZATION, group)),
    attribute(COMMON_NAME, name),
    ...(uid === undefined ? [] : [attribute(UID, uid)]),
  )
  const certificate = issueCertificate(
    { subject, publicKey: open, otherNames: undefined },
    {
      serial: Uint8Array.from(
        requestId().replaceAll('-', '').match(/../g) ?? [],
        (byte) => Number.parseInt(byte, 16) & 0x7f,
      ),
      notBefore: now() - HOUR,
      notAfter: now() + YEAR,
      usages: ['digital signature', 'client auth'],
    },
  )
  return { certificate, key: formatPem({ type: 'PRIVATE KEY', bytes: secret }) }
}

const UTF8 = 0x0c

const attribute = (id: string, text: string): Uint8Array =>
  der(TAG.set, der(TAG.sequence, derId(id), der(UTF8, new TextEncoder().encode(text))))
