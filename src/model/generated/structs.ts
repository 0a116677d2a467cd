// Written by `npm run generate`; not to be changed by hand.
import { admissionregistrationV1 } from './structs/admissionregistration-v1.js'
import { admissionregistrationV1alpha1 } from './structs/admissionregistration-v1alpha1.js'
import { admissionregistrationV1beta1 } from './structs/admissionregistration-v1beta1.js'
import { apiextensionsV1 } from './structs/apiextensions-v1.js'
import { apiregistrationV1 } from './structs/apiregistration-v1.js'
import { appsV1 } from './structs/apps-v1.js'
import { authenticationV1 } from './structs/authentication-v1.js'
import { authorizationV1 } from './structs/authorization-v1.js'
import { autoscalingV1 } from './structs/autoscaling-v1.js'
import { autoscalingV2 } from './structs/autoscaling-v2.js'
import { batchV1 } from './structs/batch-v1.js'
import { certificatesV1 } from './structs/certificates-v1.js'
import { certificatesV1beta1 } from './structs/certificates-v1beta1.js'
import { coordinationV1 } from './structs/coordination-v1.js'
import { coordinationV1beta1 } from './structs/coordination-v1beta1.js'
import { coreV1 } from './structs/core-v1.js'
import { discoveryV1 } from './structs/discovery-v1.js'
import { eventsV1 } from './structs/events-v1.js'
import { flowcontrolV1 } from './structs/flowcontrol-v1.js'
import { metaV1 } from './structs/meta-v1.js'
import { metricsV1beta1 } from './structs/metrics-v1beta1.js'
import { networkingV1 } from './structs/networking-v1.js'
import { nodeV1 } from './structs/node-v1.js'
import { pkgTypes } from './structs/pkg-types.js'
import { policyV1 } from './structs/policy-v1.js'
import { rbacV1 } from './structs/rbac-v1.js'
import { resourceV1 } from './structs/resource-v1.js'
import { schedulingV1 } from './structs/scheduling-v1.js'
import { schedulingV1alpha3 } from './structs/scheduling-v1alpha3.js'
import { storageV1 } from './structs/storage-v1.js'
import { storageV1beta1 } from './structs/storage-v1beta1.js'
import { storagemigrationV1 } from './structs/storagemigration-v1.js'
import { storagemigrationV1beta1 } from './structs/storagemigration-v1beta1.js'

/** The structs of each package, a line each; src/model/registry/struct-lines.ts tells how one reads. */
export const STRUCTS: { readonly [short: string]: string } = {
  'admissionregistration.v1': admissionregistrationV1,
  'admissionregistration.v1alpha1': admissionregistrationV1alpha1,
  'admissionregistration.v1beta1': admissionregistrationV1beta1,
  'apiextensions.v1': apiextensionsV1,
  'apiregistration.v1': apiregistrationV1,
  'apps.v1': appsV1,
  'authentication.v1': authenticationV1,
  'authorization.v1': authorizationV1,
  'autoscaling.v1': autoscalingV1,
  'autoscaling.v2': autoscalingV2,
  'batch.v1': batchV1,
  'certificates.v1': certificatesV1,
  'certificates.v1beta1': certificatesV1beta1,
  'coordination.v1': coordinationV1,
  'coordination.v1beta1': coordinationV1beta1,
  'core.v1': coreV1,
  'discovery.v1': discoveryV1,
  'events.v1': eventsV1,
  'flowcontrol.v1': flowcontrolV1,
  'meta.v1': metaV1,
  'metrics.v1beta1': metricsV1beta1,
  'networking.v1': networkingV1,
  'node.v1': nodeV1,
  'pkg.types': pkgTypes,
  'policy.v1': policyV1,
  'rbac.v1': rbacV1,
  'resource.v1': resourceV1,
  'scheduling.v1': schedulingV1,
  'scheduling.v1alpha3': schedulingV1alpha3,
  'storage.v1': storageV1,
  'storage.v1beta1': storageV1beta1,
  'storagemigration.v1': storagemigrationV1,
  'storagemigration.v1beta1': storagemigrationV1beta1,
}
