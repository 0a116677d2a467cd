import { mustHave } from '../base/must-have.js'

/** The object a change is about: as it is now, or as it was before it was removed. */
export const changedObject = <T>({ prev, next }: { readonly prev: T | undefined; readonly next: T | undefined }): T =>
  next ?? mustHave(prev, 'the object on either side of a change')
