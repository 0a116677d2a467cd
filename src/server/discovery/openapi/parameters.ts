import { mustHave } from '../../../base/must-have.js'

/** A parameter of an operation, as both versions of the document describe it. */
export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly type: 'string' | 'integer' | 'boolean'
  readonly description: string
}

/** The descriptions of parameters by name and action; the empty action applies to all others. */
export type ParameterTexts = { readonly [parameter: string]: { readonly [action: string]: string } }

const query = (type: Parameter['type']) => ({ in: 'query', type }) as const
const path = { in: 'path', type: 'string' } as const

/** All parameters of operations on objects. */
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
  shardSelector: query('string'),
  timeoutSeconds: query('integer'),
  watch: query('boolean'),
}

/** The name of a parameter. */
export type ParameterName = keyof typeof parameters

/** Returns a parameter with its description for an action and a kind. */
export const describedParameter = (
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

/** Tells whether a version has a parameter: what it does not have, its documents say nothing of. */
export const hasParameter = (name: ParameterName, texts: ParameterTexts): boolean =>
  name === 'name' || texts[name] !== undefined

/** The parameters of each operation in any version, besides those of its path. */
export type ParameterSets = {
  readonly [set in 'list' | 'get' | 'write' | 'patch' | 'delete' | 'deletecollection']: readonly ParameterName[]
}

/** The parameters of built-in kinds. */
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
    'shardSelector',
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
    'shardSelector',
    'timeoutSeconds',
  ],
}

/** The parameters of custom resources. */
export const definedParameterSets: ParameterSets = {
  ...parameterSets,
  get: ['pretty', 'resourceVersion'],
  deletecollection: parameterSets.list,
}
