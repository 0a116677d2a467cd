import { mustHave } from '../../base/must-have.js'

/** A parameter of an operation as both documents tell it. */
export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly type: 'string' | 'integer' | 'boolean'
  readonly description: string
}

/** What there is to say of parameters by name: by the action of the operation, and by the name `` of all others. */
export type ParameterTexts = { readonly [parameter: string]: { readonly [action: string]: string } }

const query = (type: Parameter['type']) => ({ in: 'query', type }) as const
const path = { in: 'path', type: 'string' } as const

/** Every parameter of operations on objects, by name. */
const parameters = {
  name: path,
  namespace: path,
  allowWatchBookmarks: query('boolean'),
  continue: query('string'),
  dryRun: query('string'),
  fieldManager: query('string'),
  fieldSelector: query('string'),
  fieldValidation: query('string'),
  force: query('boolean'),
  gracePeriodSeconds: query('integer'),
  ignoreStoreReadErrorWithClusterBreakingPotential: query('boolean'),
  labelSelector: query('string'),
  limit: query('integer'),
  orphanDependents: query('boolean'),
  pretty: query('string'),
  propagationPolicy: query('string'),
  resourceVersion: query('string'),
  resourceVersionMatch: query('string'),
  sendInitialEvents: query('boolean'),
  timeoutSeconds: query('integer'),
  watch: query('boolean'),
}

/** The name of a parameter. */
export type ParameterName = keyof typeof parameters

/** What an operation with an action, on objects of a kind, tells of a parameter. */
export const toldParameter = (
  name: ParameterName,
  { action, kind }: { readonly action: string; readonly kind: string },
  texts: ParameterTexts,
): Parameter => ({
  name,
  ...parameters[name],
  description:
    name === 'name'
      ? `name of the ${kind}`
      : mustHave(texts[name]?.[action] ?? texts[name]?.[''], `what there is to say of ${name}`),
})

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
