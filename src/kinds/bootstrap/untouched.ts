import type { KubeObject } from '../../schema/object.js'

const untouched = new WeakSet<KubeObject>()

/** Marks an object as existing from the start. */
export const noteUntouched = (object: KubeObject): void => void untouched.add(object)

/** Tells whether an object exists from the start and has not been written since. */
export const isUntouched = (object: KubeObject): boolean => untouched.has(object)
