import { isGlob } from '../../base/text/glob.js'
import { isObject } from '../../base/json/json.js'
import {
  type Path,
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
  suggest,
} from '../../base/check/shape.js'
import { kindProblem } from '../../model/registry/kind-words.js'
import type { Registry } from '../../model/registry/registry.js'
import { type Delay, boundsOf } from '../../base/time/delay.js'
import { type MemberShapes, described, globs, listOf, members, requiring } from '../../base/check/shapes.js'
import { labelMatchShape } from '../../model/select/object-match.js'
import { controllerName } from './controller-shape.js'
import type { Schema } from '../../schema/types.js'
import { HOLE, WORDS, stepsOf } from './template.js'

/**
 * Returns the shape of the reactions of a cluster: their kind is served or may be defined later, and their templates
 * name fields of that kind.
 */
export const reactionShapeOf = (registry: Registry): Shape => ({
  check(value, path) {
    const problems = reactionShape.check(value, path)
    return problems.length > 0 || !isObject(value) ? problems : checkAgainst(registry, value, path)
  },
  schema: reactionShape.schema,
})

function checkAgainst(
  registry: Registry,
  reaction: { readonly [member: string]: unknown },
  path: Path,
): readonly Problem[] {
  const { when, then, choose } = reaction
  const kind = isObject(when) && typeof when['kind'] === 'string' ? when['kind'] : ''
  const problem = kind === '*' ? undefined : problemOf(registry, kind)
  if (problem !== undefined) return [{ path: [...path, 'when', 'kind'], text: problem }]
  const mapping = registry.mappings().find((each) => each.kind === kind || `${each.kind}.${each.group}` === kind)
  // For finding typos any version of a kind will do.
  return Object.entries({ when, then, choose }).flatMap(([name, part]) =>
    checkTemplates(
      part,
      [...path, name],
      mapping && registry.at(mapping.group, mapping.version, mapping.plural)?.schema,
    ),
  )
}

/** Checks that a reaction names one kind, as objects do: not its plural resource, and no pattern. */
function problemOf(registry: Registry, kind: string): string | undefined {
  if (isGlob(kind)) return `a reaction is about one kind, or "*" for all; ${JSON.stringify(kind)} is a pattern`
  const mapping = registry.mappings().find(({ plural, group }) => kind === plural || kind === `${plural}.${group}`)
  return mapping
    ? `${JSON.stringify(kind)} is a plural; did you mean ${JSON.stringify(kind.replace(mapping.plural, mapping.kind))}?`
    : kindProblem(registry, kind)
}

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

const WORD = String.raw`[\w$-]+`
const BRACKET = String.raw`\[(?:"[^"]*"|'[^']*'|\w+=[^[\]]*|\d+)\]`
const PATH = new RegExp(`^(?:${WORD}|${BRACKET})(?:\\.(?:${WORD}|${BRACKET})|${BRACKET}|(?<=\\])${WORD})*$`)

/**
 * Finds the templates of a value that can never be filled: those with a syntax error, and those with a path that the
 * schema does not have.
 */
export function checkTemplates(value: unknown, path: Path, schema?: Schema): readonly Problem[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => checkTemplates(item, [...path, i], schema))
  if (isObject(value))
    return Object.entries(value).flatMap(([name, member]) => checkTemplates(member, [...path, name], schema))
  if (typeof value !== 'string') return []
  const rest = value.replace(HOLE, '')
  if (rest.includes('{{') || rest.includes('}}'))
    return [
      {
        path,
        text: `${JSON.stringify(value)} is no template: each is written as {{ metadata.name }}, with a path, now, now.micro or run in it`,
      },
    ]
  return [...value.matchAll(HOLE)].flatMap(([hole, expression = '']) => {
    const text = problemOfTemplate(expression.trim(), schema)
    return text === undefined ? [] : [{ path, text: `${hole} cannot be resolved: ${text}` }]
  })
}

function problemOfTemplate(expression: string, schema: Schema | undefined): string | undefined {
  if (Object.hasOwn(WORDS, expression)) return undefined
  if (expression.startsWith('.')) return `leave out the first dot, as in {{ ${expression.slice(1)} }}`
  if (!PATH.test(expression))
    return 'it has to be a path such as metadata.name or status.conditions[type=Ready].status, or now, now.micro or run'
  let at = schema
  for (const step of stepsOf(expression)) {
    const properties = at?.properties
    if (
      !at ||
      at.raw ||
      at['x-kubernetes-preserve-unknown-fields'] ||
      (!properties && !at.items && !at.additionalProperties)
    )
      return undefined
    if (at.items) at = at.items
    else if (typeof step === 'string' && properties && Object.hasOwn(properties, step)) at = properties[step]
    else if (at.additionalProperties) at = at.additionalProperties
    else
      return typeof step === 'string' && properties
        ? `no such member as ${JSON.stringify(step)}; ${suggest(step, [...Object.keys(properties), ...(at === schema ? Object.keys(WORDS) : [])])}`
        : undefined
  }
  return undefined
}
