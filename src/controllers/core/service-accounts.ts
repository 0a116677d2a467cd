import { keptInNamespaces } from './kept-in-namespaces.js'

/** Keeps the ServiceAccount `default` in every namespace. */
export const serviceAccounts = keptInNamespaces({
  name: 'service-accounts',
  user: 'system:serviceaccount:kube-system:service-account-controller',
  kind: 'ServiceAccount',
  object: { metadata: { name: 'default' } },
})
