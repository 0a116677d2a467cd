import { mayForSigner } from '../../kinds/certificates/signer-name.js'
import { isAllowed } from '../../model/registry/authorizer.js'
import type { AdmissionAttributes, AdmissionContext } from './types.js'

/** Tells whether the user of a request may do something for a signer. */
export const maySigner = (
  { user }: AdmissionAttributes,
  { authorize }: AdmissionContext,
  verb: 'approve' | 'attest' | 'sign',
  signerName: string,
): boolean => mayForSigner((request) => isAllowed(authorize(user, request)), verb, signerName)
