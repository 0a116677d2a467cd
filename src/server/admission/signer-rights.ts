import type { AdmissionAttributes, AdmissionContext } from './types.js'

/** Tells whether a user may do something for a signer, or for all signers of its domain (IsAuthorizedForSignerName). */
export function maySigner(
  { user }: AdmissionAttributes,
  { authorize }: AdmissionContext,
  verb: 'approve' | 'sign',
  signerName: string,
): boolean {
  const [domain = ''] = signerName.split('/')
  return [signerName, `${domain}/*`].some((name) =>
    authorize(user, { verb, group: 'certificates.k8s.io', resource: 'signers', name }),
  )
}
