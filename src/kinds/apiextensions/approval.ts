import { goQuote } from '../../base/go/printable.js'

/** The annotation that records the API approval of a kind in a protected group. */
export const APPROVAL = 'api-approved.kubernetes.io'

/** Whether a group is protected, one of the Kubernetes project's own. */
export const isProtected = (group: string): boolean => /(^|\.)(k8s|kubernetes)\.io$/.test(group)

/** The approval state and its message (apiextensions: GetAPIApprovalState). */
type Approval = { readonly state: 'missing' | 'bypassed' | 'approved' | 'invalid'; readonly reason: string }

/** Parses the approval annotation. */
export function approvalOf(value = ''): Approval {
  const wanted = `protected groups must have approval annotation "${APPROVAL}"`
  const link = 'see https://github.com/kubernetes/enhancements/pull/1111'
  if (value === '') return { state: 'missing', reason: `${wanted}, ${link}` }
  if (value.startsWith('unapproved')) return { state: 'bypassed', reason: `not approved: ${goQuote(value)}` }
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.test(value)) return { state: 'approved', reason: `approved in ${value}` }
  return { state: 'invalid', reason: `${wanted} with either a URL or a reason starting with "unapproved", ${link}` }
}
