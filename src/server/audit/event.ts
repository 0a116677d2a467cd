import type { Status } from '../../base/errors/status.js'
import type { AuditLevel, AuditStage } from './policy.js'

/** A user in an event. */
export type AuditUser = {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: { readonly [key: string]: readonly string[] }
}

/** An Event of audit.k8s.io/v1: what happened to a request, at one stage of it. */
export type AuditEvent = {
  readonly kind: 'Event'
  readonly apiVersion: 'audit.k8s.io/v1'
  readonly level: AuditLevel
  readonly auditID: string
  readonly stage: AuditStage
  readonly requestURI: string
  readonly verb: string
  readonly user: AuditUser
  readonly impersonatedUser?: AuditUser
  /** In which way that was allowed, since v1.36 (`impersonate:user-info`). */
  readonly authenticationMetadata?: { readonly impersonationConstraint: string }
  readonly sourceIPs?: readonly string[]
  readonly userAgent?: string
  readonly objectRef?: { readonly [member: string]: string }
  readonly responseStatus?: Omit<Partial<Status>, 'kind' | 'apiVersion' | 'metadata'> & { readonly metadata: object }
  readonly requestObject?: unknown
  readonly responseObject?: unknown
  readonly requestReceivedTimestamp: string
  readonly stageTimestamp: string
  readonly annotations?: { readonly [key: string]: string }
}

/** What the names of annotations begin with that tell of patches, which events of level Metadata leave out. */
export const PATCH_ANNOTATION = 'patch.webhook.admission.k8s.io/'

/** Hears of events. */
export type AuditListener = (event: AuditEvent) => void
