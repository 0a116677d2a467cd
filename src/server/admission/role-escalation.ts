import { defineAdmissionPlugin } from './define.js'

const RESOURCES = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings']

/**
 * Keeps users from giving rights away that they do not have. On a real server the storage of these kinds does it, after
 * mutating admission; so it is no plug-in that could be disabled.
 */
export const roleEscalation = defineAdmissionPlugin({
  name: 'RoleEscalation',
  handles: ({ operation, group, resource }) =>
    group === 'rbac.authorization.k8s.io' && operation !== 'delete' && RESOURCES.includes(resource),
  admit(attributes, { rules }) {
    rules?.mustNotEscalate(attributes)
    return attributes.object
  },
})
