import { isAllowed } from '../../model/registry/authorizer.js'
import type { AdmissionAttributes, AdmissionContext } from './types.js'

const SIGNERS = { group: 'certificates.k8s.io', version: '*', resource: 'signers', subresource: '', namespace: '' }

/** Tells whether a user may do something for a signer, or for all signers of its domain (IsAuthorizedForSignerName). */
export function maySigner(
  { user }: AdmissionAttributes,
  { authorize }: AdmissionContext,
  verb: 'approve' | 'sign',
  signerName: string,
): boolean {
  const [domain = ''] = signerName.split('/')
  return [signerName, `${domain}/*`].some((name) => isAllowed(authorize(user, { ...SIGNERS, verb, name })))
}
