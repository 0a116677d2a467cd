import { publicFunction } from '../base/errors/call-site.js'
import { callback, callerError, checkArguments } from '../base/check/arguments.js'
import type { AuditEvent, AuditListener } from '../server/audit/event.js'
import type { AuditLog } from '../server/audit/log.js'
import type { Server } from './server.js'

/** What happened to requests over HTTP. A fork begins with nothing. */
export type ClusterAudit = {
  /**
   * Returns the latest ten thousand events, oldest first.
   *
   * @throws TypeError without the option `auditPolicy`
   * @example
   * const failed = cluster.audit.events().filter(({ responseStatus }) => responseStatus?.code === 403)
   */
  readonly events: () => readonly AuditEvent[]
  /**
   * Calls a function with each event from now on; returns one that ends it.
   *
   * @throws TypeError without the option `auditPolicy`
   */
  readonly listen: (listener: AuditListener) => () => void
  /** Forgets the events. */
  readonly clear: () => void
}

/** Makes `cluster.audit`. */
export function createAuditView(server: () => Server): ClusterAudit {
  const log = (method: string): AuditLog => {
    const { audit } = server()
    if (!audit) throw callerError(`audit.${method}: nothing is recorded; createCluster({ auditPolicy: … })`)
    return audit.log
  }
  return {
    events: publicFunction(() => log('events').events()),
    listen: publicFunction((listener) => {
      checkArguments('audit.listen', { listener: callback('of an event') }, [listener])
      return log('listen').listen(listener)
    }),
    clear: publicFunction(() => log('clear').clear()),
  }
}
