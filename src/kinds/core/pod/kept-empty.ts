/** What a pod's rules tell from what is missing though it is empty: it may not be there at all. */
export const KEPT_EMPTY_OF_PODS = { 'core.v1.EphemeralContainer': ['ports', 'resizePolicy'] }
