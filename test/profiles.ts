import { exampleProfile, kubernetesProfileOf } from '../src/model/registry/profile.js'
import { defaultRelease } from '../src/model/registry/releases.js'

/** The names of Kubernetes in the version of clusters for which none is named. */
export const kubernetesProfile = kubernetesProfileOf(defaultRelease())

/** The profiles by name. */
export const profiles = { example: exampleProfile, kubernetes: kubernetesProfile }
