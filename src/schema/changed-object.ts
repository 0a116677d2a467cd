import { mustHave } from '../base/must-have.js'

/** Returns the object of a change: its new state, or its last state before it was removed. */
export const changedObject = <T>({ prev, next }: { readonly prev: T | undefined; readonly next: T | undefined }): T =>
  next ?? mustHave(prev, 'the object on either side of a change')
