/** How a pod is, whoever reads it. */
type Ending = { readonly metadata?: unknown; readonly status?: { readonly phase?: string | undefined } | undefined }

/** Tells whether a pod has ended, well or not. */
export const hasEnded = ({ status }: Ending): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** Tells whether an init container stays beside the containers of its pod. */
export const isSidecar = ({ restartPolicy }: { readonly restartPolicy?: string | undefined }): boolean =>
  restartPolicy === 'Always'
