import { goQuote } from '../../base/go/printable.js'
import type { SigningRequest } from '../../kinds/certificates/signing-request-rules.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'
import { refused } from './refused.js'
import { maySigner } from './signer-rights.js'

/** CertificateApproval: approving or denying a request requires the right to approve for its signer. */
export const certificateApproval = defineAdmissionPlugin<SigningRequest>({
  name: 'CertificateApproval',
  handles: writesOf({
    operations: ['update'],
    group: 'certificates.k8s.io',
    resource: 'certificatesigningrequests',
    subresource: 'approval',
  }),
  validate(attributes, context) {
    const { signerName = '' } = attributes.oldObject?.spec ?? {}
    if (!maySigner(attributes, context, 'approve', signerName))
      throw refused(attributes, `user not permitted to approve requests with signerName ${goQuote(signerName)}`)
  },
})
