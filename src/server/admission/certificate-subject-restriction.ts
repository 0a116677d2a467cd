import { organizationsOf } from '../../kinds/certificates/certificate-request.js'
import type { SigningRequest } from '../../kinds/certificates/signing-request-rules.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'
import { refused } from './refused.js'

const CLIENT_SIGNER = 'kubernetes.io/kube-apiserver-client'
const MASTERS = 'system:masters'

/** CertificateSubjectRestriction: a client certificate must not be for the group system:masters. */
export const certificateSubjectRestriction = defineAdmissionPlugin<SigningRequest>({
  name: 'CertificateSubjectRestriction',
  handles: writesOf({
    operations: ['create'],
    group: 'certificates.k8s.io',
    resource: 'certificatesigningrequests',
  }),
  validate(attributes) {
    const { signerName, request = '' } = attributes.object.spec ?? {}
    if (signerName === CLIENT_SIGNER && organizationsOf(request).includes(MASTERS))
      throw refused(attributes, `use of ${CLIENT_SIGNER} signer with ${MASTERS} group is not allowed`)
  },
})
