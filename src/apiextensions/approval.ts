import { goQuote } from '../base/go-print.js'

/** The annotation that says who approved a kind in one of the project's own groups. */
export const APPROVAL = 'api-approved.kubernetes.io'

/** Tells whether a group is one of the project's own. */
export const isProtected = (group: string): boolean => /(^|\.)(k8s|kubernetes)\.io$/.test(group)

/** What an approval comes to, and the words for it (apiextensions: GetAPIApprovalState). */
type Approval = { readonly state: 'missing' | 'bypassed' | 'approved' | 'invalid'; readonly reason: string }

/** What the annotation of approval says. */
export function approvalOf(value = ''): Approval {
  const wanted = `protected groups must have approval annotation "${APPROVAL}"`
  const link = 'see https://github.com/kubernetes/enhancements/pull/1111'
  if (value === '') return { state: 'missing', reason: `${wanted}, ${link}` }
  if (value.startsWith('unapproved')) return { state: 'bypassed', reason: `not approved: ${goQuote(value)}` }
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.test(value)) return { state: 'approved', reason: `approved in ${value}` }
  return { state: 'invalid', reason: `${wanted} with either a URL or a reason starting with "unapproved", ${link}` }
}
