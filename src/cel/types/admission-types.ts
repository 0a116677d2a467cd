import type { Fields } from './environment.js'
import { typeIn } from './overload.js'

const TEXTS = 'list(string)'
const LABELS = 'map(string, string)'
const TIME = 'timestamp'

/**
 * The structs available to admission expressions (k8s.io/apiserver, admission/plugin/cel: BuildRequestType,
 * BuildNamespaceType).
 */
const STRUCTS: { readonly [name: string]: { readonly [field: string]: string } } = {
  'kubernetes.GroupVersionKind': { group: 'string', version: 'string', kind: 'string' },
  'kubernetes.GroupVersionResource': { group: 'string', version: 'string', resource: 'string' },
  'kubernetes.UserInfo': { username: 'string', uid: 'string', groups: TEXTS, extra: 'map(string, list(string))' },
  'kubernetes.AdmissionRequest': {
    kind: 'kubernetes.GroupVersionKind',
    resource: 'kubernetes.GroupVersionResource',
    subResource: 'string',
    requestKind: 'kubernetes.GroupVersionKind',
    requestResource: 'kubernetes.GroupVersionResource',
    requestSubResource: 'string',
    name: 'string',
    namespace: 'string',
    operation: 'string',
    userInfo: 'kubernetes.UserInfo',
    dryRun: 'bool',
    options: 'dyn',
  },
  'kubernetes.NamespaceSpec': { finalizers: TEXTS },
  'kubernetes.NamespaceCondition': {
    status: 'string',
    type: 'string',
    lastTransitionTime: TIME,
    message: 'string',
    reason: 'string',
  },
  'kubernetes.NamespaceStatus': { conditions: 'list(kubernetes.NamespaceCondition)', phase: 'string' },
  'kubernetes.NamespaceMetadata': {
    name: 'string',
    generateName: 'string',
    namespace: 'string',
    labels: LABELS,
    annotations: LABELS,
    UID: 'string',
    creationTimestamp: TIME,
    deletionGracePeriodSeconds: 'int',
    deletionTimestamp: TIME,
    generation: 'int',
    resourceVersion: 'string',
    finalizers: TEXTS,
  },
  'kubernetes.Namespace': {
    metadata: 'kubernetes.NamespaceMetadata',
    spec: 'kubernetes.NamespaceSpec',
    status: 'kubernetes.NamespaceStatus',
  },
}

/** The variables of admission expressions and their types. */
export const ADMISSION_VARIABLES = {
  object: 'dyn',
  oldObject: 'dyn',
  namespaceObject: 'kubernetes.Namespace',
  request: 'kubernetes.AdmissionRequest',
} as const
/** Variables that only some admission expressions have. */
export const OPTIONAL_VARIABLES = {
  params: { params: 'dyn' },
  authorizer: {
    authorizer: 'kubernetes.authorization.Authorizer',
    'authorizer.requestResource': 'kubernetes.authorization.ResourceCheck',
  },
} as const

/** The structs of all admission expressions, except that of `variables`. */
export const ADMISSION_STRUCTS: ReadonlyMap<string, Fields> = new Map(
  Object.entries(STRUCTS).map(([name, fields]) => [
    name,
    new Map(Object.entries(fields).map(([field, type]) => [field, typeIn(type)])),
  ]),
)
