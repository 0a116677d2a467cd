import { isObject } from '../../base/json/json.js'
import { isPromise } from '../../base/turns/steps.js'
import { callback, code, optionsOf } from '../../base/check/arguments.js'
import { type Shape, duration, must, oneOf, text, whole } from '../../base/check/shape.js'
import { type MemberShapes, listOf, members, requiring } from '../../base/check/shapes.js'
import { clusterShape } from '../../base/check/cluster.js'

const fault = requiring(
  members({
    ...{ name: text, about: text, on: oneOf(['webhooks']) },
    ...{ fits: callback('of a request'), hook: callback('that makes a hook') },
  }),
  ['name', 'fits', 'hook'],
  'a fault, as those of sweepFaults, has all of them',
)

const playing = {
  faults: listOf(fault),
  within: duration,
  counts: callback('that tells whether an object counts'),
} satisfies MemberShapes

const scenario = callback('of the cluster it is to play on, such as (fork) => reconcile(fork.fetch)')

/** The parameters of `sweep`. */
export const sweepParameters = {
  cluster: clusterShape,
  scenario,
  options: optionsOf(playing, '{ within: "1h" }'),
} satisfies MemberShapes

const exploring: Shape = {
  check: (value, path) =>
    isObject(value)
      ? requiring(
          members({
            ...playing,
            seed: code('a number', (seed) => typeof seed === 'number' && Number.isFinite(seed)),
            runs: whole(1),
            most: whole(1),
          }),
          ['seed'],
          'what is tried follows from a seed, such as { seed: 7 }',
        ).check(value, path)
      : must(path, `options such as { seed: ${typeof value === 'number' ? value : 7} }`, value),
  schema: {},
}

/** The parameters of `explore`. */
export const exploreParameters = { cluster: clusterShape, scenario, options: exploring } satisfies MemberShapes

/** A report with findings. */
export const reportShape: Shape = {
  check: (value, path) =>
    Array.isArray(value) || (isObject(value) && ('findings' in value || 'finding' in value))
      ? []
      : isPromise(value)
        ? [{ path, text: 'must be a report, not the promise of one: await the sweep' }]
        : must(path, 'the report of a sweep or of an exploration', value),
  schema: {},
}

/** A value that may have conditions: anything but a promise. */
export const observed: Shape = {
  check: (value, path) =>
    isPromise(value) ? [{ path, text: 'must be an object, not the promise of one: await it' }] : [],
  schema: {},
}
