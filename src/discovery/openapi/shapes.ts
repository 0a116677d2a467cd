import type { KindDef, Verb } from '../../kind/define.js'
import { META } from './names.js'
import type { Operation } from './operation.js'
import { parameterSets } from './parameters.js'

/** What an operation is, wherever its path is. */
export type Shape = Pick<Operation, 'method' | 'action' | 'description' | 'parameters' | 'body' | 'produces' | 'replies'>

const PROTOBUF = 'application/vnd.kubernetes.protobuf'
/** Media types of an object. */
export const OBJECT_TYPES: readonly string[] = ['application/json', PROTOBUF, 'application/yaml']
const STREAM_TYPES = [...OBJECT_TYPES, 'application/json;stream=watch', `${PROTOBUF};stream=watch`]
const PATCH_TYPES = ['application/json-patch+json', 'application/merge-patch+json', 'application/strategic-merge-patch+json', 'application/apply-patch+yaml']

const objectBody = ({ component }: KindDef) => ({ component, types: ['*/*'], required: true })
const optionsBody = { component: `${META}.DeleteOptions`, types: ['*/*'], required: false }
const patchBody = ({ structural }: KindDef) => ({
  component: `${META}.Patch`,
  types: structural ? PATCH_TYPES.filter((type) => !type.includes('strategic')) : PATCH_TYPES,
  required: true,
})
const STATUS = `${META}.Status`

/** The operation of each verb. */
export const shapes: { readonly [V in Exclude<Verb, 'watch'>]: (def: KindDef) => Shape } = {
  list: ({ kind, component }) => ({
    method: 'get',
    action: 'list',
    description: `Lists objects of kind ${kind}, or watches them.`,
    parameters: parameterSets.list,
    produces: STREAM_TYPES,
    replies: { '200': `${component}List` },
  }),
  get: ({ kind, component }) => ({
    method: 'get',
    action: 'get',
    description: `Reads an object of kind ${kind}.`,
    parameters: parameterSets.get,
    produces: OBJECT_TYPES,
    replies: { '200': component },
  }),
  create: (def) => ({
    method: 'post',
    action: 'post',
    description: `Creates an object of kind ${def.kind}.`,
    parameters: parameterSets.write,
    body: objectBody(def),
    produces: OBJECT_TYPES,
    replies: { '200': def.component, '201': def.component, '202': def.component },
  }),
  update: (def) => ({
    method: 'put',
    action: 'put',
    description: `Replaces an object of kind ${def.kind}.`,
    parameters: parameterSets.write,
    body: objectBody(def),
    produces: OBJECT_TYPES,
    replies: { '200': def.component, '201': def.component },
  }),
  patch: (def) => ({
    method: 'patch',
    action: 'patch',
    description: `Changes members of an object of kind ${def.kind}.`,
    parameters: parameterSets.patch,
    body: patchBody(def),
    produces: OBJECT_TYPES,
    replies: { '200': def.component, '201': def.component },
  }),
  delete: ({ kind, component, replies }) => {
    const deleted = replies.removed === 'object' ? component : STATUS
    return {
      method: 'delete',
      action: 'delete',
      description: `Deletes an object of kind ${kind}.`,
      parameters: parameterSets.delete,
      body: optionsBody,
      produces: OBJECT_TYPES,
      replies: { '200': deleted, '202': deleted },
    }
  },
  deletecollection: ({ kind, component, replies }) => ({
    method: 'delete',
    action: 'deletecollection',
    description: `Deletes the objects of kind ${kind} that match.`,
    parameters: parameterSets.deletecollection,
    body: optionsBody,
    produces: OBJECT_TYPES,
    replies: { '200': replies.collection === 'list' ? `${component}List` : STATUS },
  }),
}

/** A watch at a path of its own, as it was before lists took `watch=true`. */
export const watchShape = ({ kind }: KindDef, action: 'watch' | 'watchlist'): Shape => ({
  method: 'get',
  action,
  description: `Watches objects of kind ${kind}. Deprecated: list them with watch=true.`,
  parameters: parameterSets.list,
  produces: STREAM_TYPES,
  replies: { '200': `${META}.WatchEvent` },
})
