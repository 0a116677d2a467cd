import { boundsOf } from '../time/delay.js'
import { type Shape, duration } from './shape.js'

/** A duration, or a range of two. */
export const delayShape: Shape = {
  check(value, path) {
    if (typeof value !== 'string' || !value.includes('..')) return duration.check(value, path)
    try {
      boundsOf(value)
      return []
    } catch (error) {
      return [{ path, text: (error as Error).message }] // boundsOf throws a TypeError
    }
  },
  schema: { anyOf: [duration.schema, { type: 'string', pattern: '^.+[.][.].+$' }] },
}
