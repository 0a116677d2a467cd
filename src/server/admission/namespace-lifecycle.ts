import { whyNotAsked } from '../../base/rules/names.js'
import { type StatusError, internalError, notFound } from '../../base/errors/status.js'
import { defineAdmissionPlugin, refused } from './define.js'
import type { AdmissionAttributes, AdmissionContext } from './types.js'

const IMMORTAL: readonly string[] = ['default', 'kube-system', 'kube-public']

const isNamespace = ({ group, resource }: { readonly group: string; readonly resource: string }) =>
  group === '' && resource === 'namespaces'

/** Whose answer tells nothing of whether the namespace exists. */
const isAccessReview = ({ group, resource }: { readonly group: string; readonly resource: string }) =>
  group === 'authorization.k8s.io' && resource === 'localsubjectaccessreviews'

/**
 * NamespaceLifecycle: objects cannot be created in a missing or terminating namespace, and some namespaces cannot be
 * deleted.
 */
export const namespaceLifecycle = defineAdmissionPlugin({
  name: 'NamespaceLifecycle',
  handles: (target) =>
    target.operation === 'delete'
      ? isNamespace(target)
      : target.operation === 'create' && target.isNamespaced && !isAccessReview(target),
  admit(attributes, context) {
    if (attributes.operation !== 'delete') checkNamespace(attributes, context)
    else if (IMMORTAL.includes(attributes.name)) throw refused(attributes, 'this namespace may not be deleted')
    return attributes.object
  },
})

/** What the plug-in's client reports about a namespace that is not there, or that it cannot ask for. */
function missing(name: string): StatusError {
  const fault = whyNotAsked(name)
  return fault === undefined ? notFound({ group: '', resource: 'namespaces' }, name) : internalError(fault)
}

function checkNamespace(attributes: AdmissionAttributes, { get }: AdmissionContext): void {
  const { namespace: name } = attributes
  const namespace = get('/namespaces', name)
  if (!namespace) throw missing(name)
  if (namespace.metadata.deletionTimestamp)
    throw refused(attributes, `unable to create new content in namespace ${name} because it is being terminated`, [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${name} is being terminated`,
        field: 'metadata.namespace',
      },
    ])
}
