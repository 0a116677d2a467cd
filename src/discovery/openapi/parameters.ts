/** A parameter of an operation as both documents tell it. */
export type Parameter = {
  readonly in: 'path' | 'query'
  readonly type: 'string' | 'integer' | 'boolean'
  readonly description: string
}

const query = (type: Parameter['type'], description: string): Parameter => ({ in: 'query', type, description })
const path = (description: string): Parameter => ({ in: 'path', type: 'string', description })

/** Every parameter there is, by name. */
export const parameters = {
  name: path('Name of the object.'),
  namespace: path('Namespace of the object.'),
  allowWatchBookmarks: query(
    'boolean',
    'Lets a watch send BOOKMARK events, which carry nothing but a resourceVersion.',
  ),
  continue: query('string', 'Token of the previous page, which it told in metadata.continue.'),
  dryRun: query('string', '`All` checks the request and answers as if it had been done, and stores nothing.'),
  fieldManager: query(
    'string',
    'Name under which the written members are recorded in managedFields; at most 128 printable characters.',
  ),
  fieldSelector: query('string', 'Keeps the objects whose members match, as in `metadata.name=a`.'),
  fieldValidation: query(
    'string',
    'What becomes of unknown and repeated members: `Ignore` drops them, `Warn` drops them and says so, `Strict` refuses the request.',
  ),
  force: query('boolean', 'Lets an apply take over members that other managers own.'),
  gracePeriodSeconds: query('integer', 'Seconds until the object is removed; zero removes it at once.'),
  ignoreStoreReadErrorWithClusterBreakingPotential: query(
    'boolean',
    'Deletes an object even where it can no longer be read.',
  ),
  labelSelector: query('string', 'Keeps the objects whose labels match, as in `app=web,tier!=cache`.'),
  limit: query('integer', 'Most objects a reply lists; metadata.continue of the reply asks for more.'),
  orphanDependents: query('boolean', 'Deprecated: use propagationPolicy.'),
  pretty: query('string', '`true` indents the reply.'),
  propagationPolicy: query(
    'string',
    'What becomes of the objects this one owns: `Orphan`, `Background` or `Foreground`.',
  ),
  resourceVersion: query('string', 'The version the reply is to show, or the watch to start after.'),
  resourceVersionMatch: query('string', 'How resourceVersion is meant: `Exact` or `NotOlderThan`.'),
  sendInitialEvents: query('boolean', 'Lets a watch begin with the objects there are, followed by a BOOKMARK.'),
  timeoutSeconds: query('integer', 'Seconds after which the call ends, whatever is going on.'),
  watch: query('boolean', 'Streams changes instead of listing objects.'),
} as const satisfies { readonly [name: string]: Parameter }

/** The name of a parameter. */
export type ParameterName = keyof typeof parameters

/** Parameters of each operation, besides those of its path. */
export type ParameterSets = {
  readonly [set in 'list' | 'get' | 'write' | 'patch' | 'delete' | 'deletecollection']: readonly ParameterName[]
}

/** Those of the kinds the server is made with. */
export const parameterSets: ParameterSets = {
  list: [
    'allowWatchBookmarks',
    'continue',
    'fieldSelector',
    'labelSelector',
    'limit',
    'pretty',
    'resourceVersion',
    'resourceVersionMatch',
    'sendInitialEvents',
    'timeoutSeconds',
    'watch',
  ],
  get: ['pretty'],
  write: ['dryRun', 'fieldManager', 'fieldValidation', 'pretty'],
  patch: ['dryRun', 'fieldManager', 'fieldValidation', 'force', 'pretty'],
  delete: [
    'dryRun',
    'gracePeriodSeconds',
    'ignoreStoreReadErrorWithClusterBreakingPotential',
    'orphanDependents',
    'pretty',
    'propagationPolicy',
  ],
  deletecollection: [
    'continue',
    'dryRun',
    'fieldSelector',
    'gracePeriodSeconds',
    'ignoreStoreReadErrorWithClusterBreakingPotential',
    'labelSelector',
    'limit',
    'orphanDependents',
    'pretty',
    'propagationPolicy',
    'resourceVersion',
    'resourceVersionMatch',
    'sendInitialEvents',
    'timeoutSeconds',
  ],
}

/** Those of the kinds that are defined. */
export const definedParameterSets: ParameterSets = {
  ...parameterSets,
  get: ['pretty', 'resourceVersion'],
  deletecollection: parameterSets.list,
}
