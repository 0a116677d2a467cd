import { goQuote } from '../../base/go/printable.js'
import { jsonEqual } from '../../base/json/json.js'
import type { TrustBundle } from '../../kinds/certificates/cluster-trust-bundle.js'
import { defineAdmissionPlugin } from './define.js'
import { writesOf } from './handles.js'
import { refused } from './refused.js'
import { maySigner } from './signer-rights.js'

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
