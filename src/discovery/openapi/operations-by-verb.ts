import type { KindDef } from '../../registry/kind-def.js'
import type { Verb } from '../../registry/verb.js'
import { META } from './names.js'
import type { Operation } from './operation.js'
import { type ParameterSets, definedParameterSets, parameterSets } from './parameters.js'

/** What an operation is, wherever its path is. */
export type PathlessOperation = Pick<
  Operation,
  'method' | 'action' | 'description' | 'parameters' | 'body' | 'consumes' | 'produces' | 'replies'
>

/** What the documents of a kind tell otherwise than those of others. */
export type Style = {
  /** Media types of the bodies sent. */
  readonly consumes: readonly string[]
  readonly produces: readonly string[]
  /** Media types of lists, which may be watched. */
  readonly streams: readonly string[]
  readonly patches: readonly string[]
  /** Codes of a patch that is done. */
  readonly patched: readonly string[]
  readonly parameters: ParameterSets
  /** A collection's DELETE has options for a body. */
  readonly collectionOptions: boolean
  /** Operations on an subresource are about the kind of its bodies, or about that of the object. */
  readonly subresourcesAre: 'bodies' | 'parts'
  /** Watches at paths of their own are told, as is the path of the group version. */
  readonly oldPaths: boolean
}

const PROTOBUF = 'application/vnd.kubernetes.protobuf'
/** Media types of an object. */
export const OBJECT_TYPES: readonly string[] = ['application/json', PROTOBUF, 'application/yaml']

/** Kinds the server is made with. */
export const builtIn: Style = {
  consumes: ['*/*'],
  produces: OBJECT_TYPES,
  streams: [...OBJECT_TYPES, 'application/json;stream=watch', `${PROTOBUF};stream=watch`],
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

/** Kinds that are defined (apiextensions-apiserver: builder.go). */
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
  list: ({ kind, component }, { parameters, consumes, streams }) => ({
    method: 'get',
    action: 'list',
    description: `Lists objects of kind ${kind}, or watches them.`,
    parameters: parameters.list,
    consumes,
    produces: streams,
    replies: { '200': `${component}List` },
  }),
  get: ({ kind, component }, { parameters, consumes, produces }) => ({
    method: 'get',
    action: 'get',
    description: `Reads an object of kind ${kind}.`,
    parameters: parameters.get,
    consumes,
    produces,
    replies: { '200': component },
  }),
  create: ({ kind, component }, style) => ({
    method: 'post',
    action: 'post',
    description: `Creates an object of kind ${kind}.`,
    ...written(component, style),
    replies: { '200': component, '201': component, '202': component },
  }),
  update: ({ kind, component }, style) => ({
    method: 'put',
    action: 'put',
    description: `Replaces an object of kind ${kind}.`,
    ...written(component, style),
    replies: { '200': component, '201': component },
  }),
  patch: ({ kind, component }, { parameters, patches, patched, produces }) => ({
    method: 'patch',
    action: 'patch',
    description: `Changes members of an object of kind ${kind}.`,
    parameters: parameters.patch,
    body: { component: `${META}.Patch`, required: true },
    consumes: patches,
    produces,
    replies: Object.fromEntries(patched.map((code) => [code, component])),
  }),
  delete: ({ kind, component, delete: { replies } }, { parameters, consumes, produces }) => {
    const deleted = (replies.documented ?? replies.removed) === 'object' ? component : STATUS
    return {
      method: 'delete',
      action: 'delete',
      description: `Deletes an object of kind ${kind}.`,
      parameters: parameters.delete,
      body: options,
      consumes,
      produces,
      replies: { '200': deleted, '202': deleted },
    }
  },
  // A list of what was deleted may come instead; the documents say Status all the same (apiserver: installer.go).
  deletecollection: ({ kind }, { parameters, consumes, produces, collectionOptions }) => ({
    method: 'delete',
    action: 'deletecollection',
    description: `Deletes the objects of kind ${kind} that match.`,
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

/** A watch at a path of its own, as it was before lists took `watch=true`. */
export const watchOperation = (
  { kind }: KindDef,
  action: 'watch' | 'watchlist',
  { parameters, consumes, streams }: Style,
): PathlessOperation => ({
  method: 'get',
  action,
  description: `Watches objects of kind ${kind}. Deprecated: list them with watch=true.`,
  parameters: parameters.list,
  consumes,
  produces: streams,
  replies: { '200': `${META}.WatchEvent` },
})
