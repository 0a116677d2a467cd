import { type Delay, boundsOf } from '../../base/time/delay.js'
import { isObject } from '../../base/json/json.js'
import {
  type Problem,
  type Shape,
  isTrue,
  map,
  must,
  oneOf,
  orList,
  show,
  text,
  whole,
  delayShape as delay,
} from '../../base/check/shape.js'
import { type MemberShapes, described, globs, listOf, members, requiring } from '../../base/check/shapes.js'
import { labelMatchShape } from '../../model/select/object-match.js'
import { controllerName } from './controller-shape.js'
import { checkTemplates } from './template-check.js'

/** A positive number without an upper limit. */
const weight: Shape = {
  check: (value, path) => (typeof value === 'number' && value > 0 ? [] : must(path, 'a number above 0', value)),
  schema: { type: 'number', exclusiveMinimum: 0 },
}

/** A delay between repetitions: what repeats without one never ends. */
const period: Shape = {
  check(value, path) {
    const problems = delay.check(value, path)
    if (problems.length > 0 || boundsOf(value as Delay)[1] > 0) return problems // checked to be one
    return [{ path, text: 'must be longer than 0; leave it out, and "times" repeats at once' }]
  },
  schema: delay.schema,
}

const when = requiring(
  members({
    kind: described(text, 'The kind of the objects this is about.', ['PersistentVolumeClaim']),
    namespace: described(globs(), 'Their namespace, or patterns of it.'),
    name: described(globs(), 'Their name, or patterns of it.'),
    labels: described(labelMatchShape, 'A label selector, or labels they have.', ['team=shop', { team: 'shop' }]),
    is: described(map, 'What they have, as a partial object; null where there must be nothing.', [
      { status: { phase: 'Pending' } },
    ]),
    not: described(map, 'What they have not: an object with all of this is in another state.'),
    quiet: described(delay, 'For how long nothing has changed about them.', ['30s']),
  }),
  ['kind'],
  'a state is that of objects of a kind',
)

const STEPS: MemberShapes = {
  create: described(map, 'Creates this object; kind and apiVersion included.'),
  patch: described(map, 'Changes the object by this merge patch.'),
  status: described(map, 'Changes its status by this merge patch.', [{ phase: 'Bound' }]),
  delete: described(isTrue, 'Deletes it.'),
  event: described(
    requiring(
      members({ reason: text, note: text, type: oneOf(['Normal', 'Warning']) }),
      ['reason', 'note'],
      'an Event says what happened and why',
    ),
    'Records an Event about it.',
    [{ reason: 'Bound', note: '{{ metadata.name }} is bound' }],
  ),
}

const step: Shape = (() => {
  const { check, schema } = members(STEPS)
  const names = Object.keys(STEPS)
  return {
    check(value, path) {
      const problems = check(value, path)
      if (problems.length > 0 || !isObject(value)) return problems
      const [first, second] = names.filter((name) => value[name] !== undefined)
      if (first === undefined) return [{ path, text: `says nothing to do; there is ${orList(names)}` }]
      return second === undefined
        ? []
        : [{ path: [...path, second], text: `cannot go together with ${show(first)}; make it a step of its own` }]
    },
    schema: { ...schema, minProperties: 1, maxProperties: 1 },
  } satisfies Shape
})()

const steps = listOf(step)
const outcome = requiring(
  members({ weight: described(weight, 'How often, against the others (default 1).'), then: steps }),
  ['then'],
  'a choice is what it does',
)

const shapes: MemberShapes = {
  when: described(when, 'The state an object comes into.'),
  name: described(controllerName, 'What the reaction is called in the journal.'),
  after: described(delay, 'How long after that: a duration, or a range of which the seed picks one.', ['2s', '1s..3s']),
  every: described(period, 'Does it again and again while the object stays in the state.', ['10s']),
  times: described(whole(1), 'How often for one stay in the state (default once; with "every", until it ends).'),
  manager: described(text, 'Who its writes are recorded under (default script).'),
  then: described(
    steps,
    'What happens, step by step. Texts may have {{ metadata.name }} and other paths into the object in them, {{ now }}, {{ now.micro }} and {{ run }}.',
  ),
  choose: described(listOf(outcome), 'Several outcomes, of which the seed picks one.'),
}

/** The shape of a reaction written as data. */
export const reactionShape: Shape = (() => {
  const { check, schema } = members(shapes)
  return {
    check(value, path): readonly Problem[] {
      const problems = check(value, path)
      if (problems.length > 0 || !isObject(value)) return problems
      const unfilled = [value['when'], value['then'], value['choose']].flatMap((part, i) =>
        checkTemplates(part, [...path, ['when', 'then', 'choose'][i] ?? '']),
      )
      if (unfilled.length > 0) return unfilled
      if ((value['then'] === undefined) === (value['choose'] === undefined))
        return [
          {
            path,
            text:
              value['then'] === undefined
                ? 'must say with "then" or "choose" what happens'
                : '"then" and "choose" cannot go together',
          },
        ]
      return []
    },
    schema: {
      description: 'A reaction: what happens when an object comes into a state.',
      ...schema,
      required: ['when'],
      oneOf: [{ required: ['then'] }, { required: ['choose'] }],
    },
  } satisfies Shape
})()
