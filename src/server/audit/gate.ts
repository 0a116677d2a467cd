import type { Input } from '../../base/input/input.js'
import { type LateLibrary, createLateLibrary } from '../../base/turns/late-library.js'
import type { Encode } from '../wire/encode.js'
import type { Audit } from './audit.js'
import { type AuditLog, createAuditLog } from './log.js'

/** What records requests, loaded before the first of them, and what it has recorded. */
export type AuditGate = LateLibrary<Audit> & { readonly log: AuditLog }

/** Makes what records requests by a policy, which is read when it is loaded. */
export function createAuditGate(policy: Input, encode: Encode): AuditGate {
  const log = createAuditLog()
  const library = createLateLibrary(async () => {
    const [{ createAudit }, { readPolicy }] = await Promise.all([import('./audit.js'), import('./policy.js')])
    return createAudit(readPolicy(policy, 'auditPolicy'), log.tell, encode)
  })
  return { ...library, log }
}
