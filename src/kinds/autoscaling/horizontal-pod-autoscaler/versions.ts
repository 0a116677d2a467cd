/** The apiVersion in which objects are stored. */
export const STORED = 'autoscaling/v2'
/** The other apiVersion in which they are served. */
export const FIRST = 'autoscaling/v1'
