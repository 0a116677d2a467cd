import { goQuote } from '../../base/go/printable.js'
import { jsonEqual } from '../../base/json/json.js'
import type { SigningRequest } from '../../kinds/certificates/signing-request-rules.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'
import { refused } from './refused.js'
import { maySigner } from './signer-rights.js'

/** CertificateSigning: issuing a certificate, or failing a request, requires the right to sign for its signer. */
export const certificateSigning = defineAdmissionPlugin<SigningRequest>({
  name: 'CertificateSigning',
  handles: writesOf({
    operations: ['update'],
    group: 'certificates.k8s.io',
    resource: 'certificatesigningrequests',
    subresource: 'status',
  }),
  validate(attributes, context) {
    const { object, oldObject } = attributes
    const { signerName = '' } = oldObject?.spec ?? {}
    const { certificate, conditions = [] } = object.status ?? {}
    const { certificate: oldCertificate, conditions: oldConditions = [] } = oldObject?.status ?? {}
    if (certificate === oldCertificate && jsonEqual(conditions, oldConditions)) return
    if (!maySigner(attributes, context, 'sign', signerName))
      throw refused(attributes, `user not permitted to sign requests with signerName ${goQuote(signerName)}`)
  },
})
