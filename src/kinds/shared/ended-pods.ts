/** The part of a pod that tells whether it has ended. */
type Ending = { readonly metadata?: unknown; readonly status?: { readonly phase?: string | undefined } | undefined }

/** Tells whether a pod has ended: Succeeded or Failed. */
export const hasEnded = ({ status }: Ending): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** Tells whether an init container is a sidecar: it keeps running beside the containers of its pod. */
export const isSidecar = ({ restartPolicy }: { readonly restartPolicy?: string | undefined }): boolean =>
  restartPolicy === 'Always'
