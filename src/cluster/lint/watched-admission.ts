import { type JsonPatchOperation, createJsonPatch } from '../../model/patch/diff.js'
import type { Admission } from '../../rest/admission.js'

type Patch = readonly JsonPatchOperation[]

/** Admission that is watched: what it changes of the objects that clients write. */
export type WatchedAdmission = {
  readonly admission: Admission
  /** Waits for a request of a client; returns its answer, and what admission changed of the object in it. */
  readonly during: <T>(request: () => Promise<T>) => Promise<readonly [answer: T, patch: Patch]>
}

/** Makes admission that can be watched. */
export function watchAdmission(admission: Admission): WatchedAdmission {
  let patch: Patch = []
  return {
    admission: {
      ...admission,
      *admit(context, write) {
        const isWatched = write.call.controller === undefined
        // A write that waited may be admitted again, and refused then.
        if (isWatched) patch = []
        const object = yield* admission.admit(context, write)
        if (isWatched) patch = createJsonPatch(write.object, object)
        return object
      },
    },
    async during(request) {
      patch = []
      const answer = await request()
      return [answer, patch]
    },
  }
}
