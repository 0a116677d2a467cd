import { isObject } from '../json/json.js'
import { isPromise } from '../turns/steps.js'
import { type Shape, must } from './shape.js'

/** A cluster, also one of another copy of the package, or anything else with the given members of one. */
export const clusterWith = (...members: readonly string[]): Shape => ({
  check(value, path) {
    if (isObject(value) && members.every((name) => value[name] !== undefined)) return []
    if (isPromise(value)) return [{ path, text: 'must be a cluster, not the promise of one: await it' }]
    return isObject(value) && value['cluster'] !== undefined
      ? [{ path, text: 'must be a cluster, not what serves one: give its member `cluster`' }]
      : must(path, 'a cluster, as createCluster makes it', value)
  },
  schema: {},
})

/** A cluster. */
export const clusterShape = clusterWith('snapshot', 'journal')
