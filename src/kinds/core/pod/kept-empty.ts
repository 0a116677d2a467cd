/** Lists that validation must distinguish from missing ones when they are empty: they must not be set at all. */
export const KEPT_EMPTY_OF_PODS = { 'core.v1.EphemeralContainer': ['ports', 'resizePolicy'] }
