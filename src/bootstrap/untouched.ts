import type { KubeObject } from '../schema/object.js'

const untouched = new WeakSet<KubeObject>()

/** Notes an object that a server has from the start. */
export const noteUntouched = (object: KubeObject): void => void untouched.add(object)

/** Tells whether an object is there from the start and nobody has written it since. */
export const isUntouched = (object: KubeObject): boolean => untouched.has(object)
