import type { KindDef } from '../../../model/registry/kind-def.js'
import type { Verb } from '../../../model/registry/verb.js'
import { META } from '../../../schema/metadata.js'
import type { Operation } from './operation.js'
import type { Action } from './operation-words.js'
import { type ParameterName, type ParameterSets, definedParameterSets, parameterSets } from './parameters.js'
import { SERVED } from '../../wire/accept.js'
import { PROTOBUF } from '../../wire/body.js'

/** An operation without its path. */
export type PathlessOperation = Pick<Operation, 'method' | 'body' | 'consumes' | 'produces' | 'replies'> & {
  readonly action: Action
  readonly parameters: readonly ParameterName[]
}

/** How the documents of custom resources differ from those of built-in kinds. */
export type Style = {
  /** The media types of request bodies. */
  readonly consumes: readonly string[]
  readonly produces: readonly string[]
  /** The media types of lists, which may be watched. */
  readonly streams: readonly string[]
  readonly patches: readonly string[]
  /** The status codes of a successful patch. */
  readonly patched: readonly string[]
  readonly parameters: ParameterSets
  /** Whether DELETE of a collection has DeleteOptions as its body. */
  readonly collectionOptions: boolean
  /** The kind that operations on a subresource refer to: that of its bodies, or that of the object. */
  readonly subresourcesAre: 'bodies' | 'parts'
  /** Whether the documents mention watches of lists, deprecated watch paths and the path of the group version. */
  readonly oldPaths: boolean
}

/** The style of built-in kinds. */
export const builtIn: Style = {
  consumes: ['*/*'],
  produces: SERVED,
  streams: [...SERVED, 'application/json;stream=watch', `${PROTOBUF};stream=watch`],
  patches: [
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/strategic-merge-patch+json',
    'application/apply-patch+yaml',
  ],
  patched: ['200', '201'],
  parameters: parameterSets,
  collectionOptions: true,
  subresourcesAre: 'bodies',
  oldPaths: true,
}

const PLAIN_TYPES = ['application/json', 'application/yaml']

/** The style of custom resources (apiextensions-apiserver: builder.go). */
export const defined: Style = {
  consumes: PLAIN_TYPES,
  produces: PLAIN_TYPES,
  streams: PLAIN_TYPES,
  patches: builtIn.patches.filter((type) => !type.includes('strategic')),
  patched: ['200'],
  parameters: definedParameterSets,
  collectionOptions: false,
  subresourcesAre: 'parts',
  oldPaths: false,
}

const STATUS = `${META}.Status`

/** The operation of each verb. */
export const operationsByVerb: {
  readonly [V in Exclude<Verb, 'watch'>]: (def: KindDef, style: Style) => PathlessOperation
} = {
  list: ({ component }, { parameters, consumes, streams }) => ({
    method: 'get',
    action: 'list',
    parameters: parameters.list,
    consumes,
    produces: streams,
    replies: { '200': `${component}List` },
  }),
  get: ({ component }, { parameters, consumes, produces }) => ({
    method: 'get',
    action: 'get',
    parameters: parameters.get,
    consumes,
    produces,
    replies: { '200': component },
  }),
  create: ({ component }, style) => ({
    method: 'post',
    action: 'post',
    ...written(component, style),
    replies: { '200': component, '201': component, '202': component },
  }),
  update: ({ component }, style) => ({
    method: 'put',
    action: 'put',
    ...written(component, style),
    replies: { '200': component, '201': component },
  }),
  patch: ({ component }, { parameters, patches, patched, produces }) => ({
    method: 'patch',
    action: 'patch',
    parameters: parameters.patch,
    body: { component: `${META}.Patch`, required: true },
    consumes: patches,
    produces,
    replies: Object.fromEntries(patched.map((code) => [code, component])),
  }),
  delete: ({ component, delete: { replies } }, { parameters, consumes, produces }) => {
    const deleted = (replies.documented ?? replies.removed) === 'object' ? component : STATUS
    return {
      method: 'delete',
      action: 'delete',
      parameters: parameters.delete,
      body: options,
      consumes,
      produces,
      replies: { '200': deleted, '202': deleted },
    }
  },
  // The reply may also be a list of the deleted objects, but the documents say Status (apiserver: installer.go).
  deletecollection: (_, { parameters, consumes, produces, collectionOptions }) => ({
    method: 'delete',
    action: 'deletecollection',
    parameters: parameters.deletecollection,
    ...(collectionOptions ? { body: options } : {}),
    consumes,
    produces,
    replies: { '200': STATUS },
  }),
}

const options = { component: `${META}.DeleteOptions`, required: false }

const written = (component: string, { parameters, consumes, produces }: Style) => ({
  parameters: parameters.write,
  body: { component, required: true },
  consumes,
  produces,
})

/** Returns the operation of a deprecated watch path, from before lists took `watch=true`. */
export const watchOperation = (
  action: 'watch' | 'watchlist',
  { parameters, consumes, streams }: Style,
): PathlessOperation => ({
  method: 'get',
  action,
  parameters: parameters.list,
  consumes,
  produces: streams,
  replies: { '200': `${META}.WatchEvent` },
})
