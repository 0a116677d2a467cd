import type { KubeObject } from '../../../schema/object.js'
import type { GroupVersionKind, GroupVersionResource, ReviewedRequest } from '../review/request.js'

const optional = (name: string, value: string) => (value === '' ? {} : { [name]: value })

/** Returns the variable `request` (admission/plugin/cel: CreateAdmissionRequest). */
export function requestValue(request: ReviewedRequest, kind: GroupVersionKind, resource: GroupVersionResource): object {
  const { subresource, name, namespace, operation, user, dryRun, options } = request
  return {
    uid: '',
    kind,
    resource,
    ...optional('subResource', subresource),
    requestKind: request.kind,
    requestResource: request.resource,
    ...optional('requestSubResource', subresource),
    ...optional('name', name),
    ...optional('namespace', namespace),
    operation,
    userInfo: {
      ...optional('username', user.name),
      ...optional('uid', user.uid ?? ''),
      ...(user.groups.length > 0 ? { groups: user.groups } : {}),
      ...(user.extra && Object.keys(user.extra).length > 0 ? { extra: user.extra } : {}),
    },
    object: null,
    oldObject: null,
    dryRun,
    options: options(),
  }
}

/** Returns the variable `namespaceObject`: null for what is in no namespace (CreateNamespaceObject). */
export function namespaceValue(namespace: KubeObject | undefined): object | null {
  if (!namespace) return null
  const { managedFields: _, ownerReferences: __, selfLink: ___, ...metadata } = namespace.metadata
  return { metadata, spec: namespace['spec'], status: namespace['status'] }
}
