import { produce } from 'immer'
import type { PatchType } from '../../model/call/call.js'
import { atOnce } from '../../base/turns/promises.js'
import { checkArguments } from '../../base/check/arguments.js'
import type { Draft } from '../../kinds/object-types.js'
import type { KubeObject } from '../../schema/object.js'
import { type Perform, run, runObject } from './run.js'
import { type Calls, plain, writeOptions } from './calls.js'
import { parameters } from './shapes.js'
import type { DeleteOptions, ListOptions, Ref, WriteOptions } from './types.js'

/** Creates the client methods that send requests. */
export function createRequests(calls: Calls, perform: Perform) {
  const { kind, of: call } = calls
  const get = (name: string, ref: Ref) => {
    checkArguments('get', parameters.get, [name, ref])
    return runObject(perform, call('get', kind(name, 'get'), ref, {}))
  }
  const write = (verb: 'create' | 'update') => (name: string, object: Draft<string>, options?: WriteOptions) =>
    runObject(perform, calls.write(verb, name, object, options))
  const update = write('update')
  return {
    get,
    create: write('create'),
    update,
    async list(name: string, options: ListOptions = {}) {
      checkArguments('list', parameters.list, [name, options])
      const { namespace = '' } = options
      const outcome = await run(perform, call('list', kind(name, 'list'), { namespace }, options))
      if (outcome.type !== 'list') throw new TypeError(`a list was answered with a ${outcome.type}`)
      return { items: outcome.items, metadata: outcome.metadata }
    },
    async edit(name: string, ref: Ref, recipe: (draft: KubeObject) => void, options?: WriteOptions) {
      checkArguments('edit', parameters.edit, [name, ref, recipe, options])
      return update(name, produce(await get(name, ref), atOnce(recipe)), options)
    },
    patch(name: string, ref: Ref, patch: object, given: WriteOptions & { type?: PatchType } = {}) {
      checkArguments('patch', parameters.patch, [name, ref, patch, given])
      const { type = Array.isArray(patch) ? 'json' : 'merge', ...options } = given
      const def = kind(name, 'patch')
      const body = { value: plain(patch, def), patch: type, duplicates: [] }
      return runObject(perform, call('patch', def, ref, writeOptions(options), body, options.subresource))
    },
    async delete(name: string, ref: Ref, options: DeleteOptions = {}) {
      checkArguments('delete', parameters.delete, [name, ref, options])
      const outcome = await run(perform, call('delete', kind(name, 'delete'), ref, options))
      return outcome.type === 'status' ? outcome.status : outcome.type === 'object' ? outcome.object : undefined
    },
  }
}
