import type { Library } from './cel-js.js'
import { createClass } from './struct.js'
import { sameValue } from './value.js'

type Env = InstanceType<Library['Environment']>

const TEXTS = 'list<string>'
const LABELS = 'map<string, string>'
const TIME = 'google.protobuf.Timestamp'

/**
 * The structs available to admission expressions (k8s.io/apiserver, admission/plugin/cel: BuildRequestType,
 * BuildNamespaceType).
 */
const STRUCTS: { readonly [name: string]: { readonly [field: string]: string } } = {
  'kubernetes.GroupVersionKind': { group: 'string', version: 'string', kind: 'string' },
  'kubernetes.GroupVersionResource': { group: 'string', version: 'string', resource: 'string' },
  'kubernetes.UserInfo': { username: 'string', uid: 'string', groups: TEXTS, extra: 'map<string, list<string>>' },
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
  'kubernetes.NamespaceStatus': { conditions: 'list<kubernetes.NamespaceCondition>', phase: 'string' },
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

const AUTHORIZER = 'kubernetes.authorization.Authorizer'
const PATH_CHECK = 'kubernetes.authorization.PathCheck'
const GROUP_CHECK = 'kubernetes.authorization.GroupCheck'
const RESOURCE_CHECK = 'kubernetes.authorization.ResourceCheck'
const DECISION = 'kubernetes.authorization.Decision'

/** The functions of an authorizer (k8s.io/apiserver, cel/library/authz.go). */
const QUESTIONS: readonly string[] = [
  `${AUTHORIZER}.path(string): ${PATH_CHECK}`,
  `${AUTHORIZER}.group(string): ${GROUP_CHECK}`,
  `${AUTHORIZER}.serviceAccount(string, string): ${AUTHORIZER}`,
  `${GROUP_CHECK}.resource(string): ${RESOURCE_CHECK}`,
  ...['subresource', 'namespace', 'name', 'fieldSelector', 'labelSelector'].map(
    (name) => `${RESOURCE_CHECK}.${name}(string): ${RESOURCE_CHECK}`,
  ),
  `${PATH_CHECK}.check(string): ${DECISION}`,
  `${RESOURCE_CHECK}.check(string): ${DECISION}`,
  `${DECISION}.errored(): bool`,
  `${DECISION}.error(): string`,
  `${DECISION}.allowed(): bool`,
  `${DECISION}.reason(): string`,
]

/** Declares the types of all admission expressions, except `variables`. */
export function declareAdmissionTypes(env: Env): void {
  for (const [name, fields] of Object.entries(STRUCTS)) declareFields(env, name, fields)
  declareFields(env, RESOURCE_CHECK, {})
  declareFields(env, AUTHORIZER, { requestResource: RESOURCE_CHECK })
  for (const name of [PATH_CHECK, GROUP_CHECK, DECISION]) declareFields(env, name, {})
  for (const question of QUESTIONS) env.registerFunction(question, () => null)
}

/** Declares a struct with the types of its fields. */
export function declareFields(env: Env, name: string, fields: { readonly [field: string]: string }): void {
  env.registerType(name, { ctor: createClass(), fields })
  env.registerOperator(`${name} == ${name}`, (a: unknown, b: unknown) => sameValue(a, b))
}

/** The variables of admission expressions and their types. */
export const ADMISSION_VARIABLES = {
  object: 'dyn',
  oldObject: 'dyn',
  namespaceObject: 'kubernetes.Namespace',
  request: 'kubernetes.AdmissionRequest',
} as const
/** Variables that only some admission expressions have. */
export const OPTIONAL_VARIABLES = { params: 'dyn', authorizer: AUTHORIZER } as const
