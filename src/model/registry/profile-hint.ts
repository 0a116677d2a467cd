import { apiPriorities } from './scheme.js'
import { type Profile, exampleProfile, kubernetesProfile } from './profile.js'

const GROUP = /^\/apis\/([^/?#]*)\.(k8s|example)\.io(?=[/?#]|$)/

/** Tells whether Kubernetes has a group with that prefix in its own domain. */
const isOwn = (prefix: string): boolean =>
  [...apiPriorities(kubernetesProfile.version).keys()].some((version) =>
    version.startsWith(`${kubernetesProfile.group(prefix)}/`),
  )

/** Returns a hint for a path that does not exist, if another profile serves its group; undefined for any other path. */
export function profileHint({ name }: Pick<Profile, 'name'>, path: string): string | undefined {
  const [, prefix = '', domain] = GROUP.exec(path) ?? []
  if (name === 'example' && domain === 'k8s')
    return `A client asked for the group ${kubernetesProfile.group(prefix)}, but in the profile "example" groups end in example.io; for kubectl and other real clients use the profile "kubernetes" (--profile kubernetes).`
  if (name === 'kubernetes' && domain === 'example' && isOwn(prefix))
    return `A client asked for the group ${exampleProfile.group(prefix)}, but in the profile "kubernetes" it is ${kubernetesProfile.group(prefix)}; for the specification's names use the profile "example" (--profile example).`
  return undefined
}
