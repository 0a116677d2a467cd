import { expect, test } from 'vitest'
import { createRecorder } from '../../../src/server/journal/recorder.js'

test('annotations are kept with the request whose work is running, and outside of requests nowhere', () => {
  const recorder = createRecorder(() => 0, { requests: 10, bytes: 10_000 })
  const [first, second] = ['/a', '/b'].map((url) => recorder.request({ method: 'GET', url, userAgent: '' }))
  recorder.annotate('nobody', 'hears')
  recorder.during(first, () => {
    recorder.annotate('decision', 'allow')
    recorder.during(second, () => recorder.annotate('decision', 'forbid'))
    recorder.annotate('reason', 'because')
  })
  recorder.annotate('later', 'yes', second)
  expect(first?.annotations).toEqual({ decision: 'allow', reason: 'because' })
  expect(second?.annotations).toEqual({ decision: 'forbid', later: 'yes' })
})
