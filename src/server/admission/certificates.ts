import { mayForSigner } from '../../kinds/certificates/signer-name.js'
import { isAllowed } from '../../model/registry/authorizer.js'
import type { AdmissionAttributes, AdmissionContext } from './types.js'
import { goQuote } from '../../base/go/printable.js'
import type { SigningRequest } from '../../kinds/certificates/signing-request-rules.js'
import { defineAdmissionPlugin, refused } from './define.js'
import { writesOf } from './handles.js'
import { jsonEqual } from '../../base/json/json.js'
import type { TrustBundle } from '../../kinds/certificates/cluster-trust-bundle.js'
import { organizationsOf } from '../../kinds/certificates/certificate-request.js'

/** Tells whether the user of a request may do something for a signer. */
const maySigner = (
  { user }: AdmissionAttributes,
  { authorize }: AdmissionContext,
  verb: 'approve' | 'attest' | 'sign',
  signerName: string,
): boolean => mayForSigner((request) => isAllowed(authorize(user, request)), verb, signerName)

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

/** ClusterTrustBundleAttest: a bundle of a signer requires the right to attest for it. */
export const clusterTrustBundleAttest = defineAdmissionPlugin<TrustBundle>({
  name: 'ClusterTrustBundleAttest',
  handles: writesOf({
    operations: ['create', 'update'],
    group: 'certificates.k8s.io',
    resource: 'clustertrustbundles',
  }),
  validate(attributes, context) {
    const { object, oldObject } = attributes
    const { signerName = '' } = object.spec ?? {}
    if (signerName === '' || (oldObject && jsonEqual(withoutOwners(object), withoutOwners(oldObject)))) return
    if (!maySigner(attributes, context, 'attest', signerName))
      throw refused(attributes, `user not permitted to attest for signerName ${goQuote(signerName)}`)
  },
})

// What the garbage collector writes takes no right.
const withoutOwners = ({ metadata, ...rest }: TrustBundle): object => {
  const { ownerReferences: _, finalizers: __, managedFields: ___, ...kept } = metadata
  return { ...rest, metadata: kept }
}

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
