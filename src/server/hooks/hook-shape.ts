import { isObject } from '../../base/json/json.js'
import { type Path, type Problem, type Shape, duration, map, orList, show } from '../../base/check/shape.js'
import { type MemberShapes, described, members } from '../../base/check/shapes.js'
import type { ActionOf } from './action.js'
import type { ActingPhase, Phase } from './actions.js'
import { admitActions } from './admit-actions.js'
import { afterActions } from './after-actions.js'
import { beforeActions } from './before-actions.js'
import { frequencies } from './frequency.js'
import { type Matcher, matchers } from './matchers.js'
import { checkBesidePath, checkPathAction } from './path-shape.js'
import { watchActions } from './watch-actions.js'
import { webhookActions } from './webhook-actions.js'

/** The phases, in the order in which a request passes through them. */
export const PHASES: readonly Phase[] = ['before', 'admit', 'after', 'watch', 'webhook', 'expect']
const ACTING: readonly ActingPhase[] = ['before', 'admit', 'after', 'watch', 'webhook']

const ABOUT: { readonly [phase in Phase]: string } = {
  before: 'Acts on requests before anything is read or written.',
  admit: 'Acts on objects about to be written.',
  after: 'Acts on replies, after the write.',
  watch: 'Acts on each event of each watch.',
  webhook: 'Acts on calls of admission and conversion webhooks.',
  expect: 'Says that such a request will come; once something is expected, all else is unexpected.',
}

type AnyAction = ActionOf<never, unknown>
const actions: { readonly [phase in ActingPhase]: { readonly [name: string]: AnyAction } } = {
  before: beforeActions,
  admit: admitActions,
  after: afterActions,
  watch: watchActions,
  webhook: webhookActions,
}

const delay = described(duration, 'Waits so long first.', ['200ms'])
const tables: { readonly [phase in ActingPhase]: MemberShapes } = {
  before: { ...shapesOf(actions.before), delay },
  admit: shapesOf(actions.admit),
  after: { ...shapesOf(actions.after), delay },
  watch: shapesOf(actions.watch),
  webhook: { ...shapesOf(actions.webhook), delay },
}

function shapesOf(table: { readonly [name: string]: AnyAction }): MemberShapes {
  return Object.fromEntries(
    Object.entries(table).map(([name, { shape, about, examples }]) => [name, described(shape, about, examples)]),
  )
}

const matchShapes = forEachPhase(createMatchShape)
const actionShapes: { readonly [phase in ActingPhase]: Shape } = {
  before: createActionShape('before'),
  admit: createActionShape('admit'),
  after: createActionShape('after'),
  watch: createActionShape('watch'),
  webhook: createActionShape('webhook'),
}

function forEachPhase<T>(make: (phase: Phase) => T): { readonly [phase in Phase]: T } {
  return {
    before: make('before'),
    admit: make('admit'),
    after: make('after'),
    watch: make('watch'),
    webhook: make('webhook'),
    expect: make('expect'),
  }
}

/** Returns the shape of matches of a phase. */
export const matchShape = (phase: Phase): Shape => matchShapes[phase]

/** Returns the shape of actions of a phase: one action, a delay, or both. */
export const actionShape = (phase: ActingPhase): Shape => actionShapes[phase]

/** Returns the frequency options of a phase. */
export const frequencyTable = (phase: Phase): MemberShapes =>
  phase === 'expect' ? { times: frequencies.times } : frequencies

function createMatchShape(phase: Phase): Shape {
  const all: readonly [string, Matcher][] = Object.entries(matchers)
  const table = all
    .filter(([, { phases }]) => phases.includes(phase))
    .map(([name, { shape, watchShape, about, examples }]) =>
      phase === 'watch' && watchShape
        ? ([name, described(watchShape, about)] as const)
        : ([name, described(shape, about, examples)] as const),
    )
  const { check, schema } = members(Object.fromEntries(table), (member) => {
    if (member === 'event') return 'only watch hooks are matched by event'
    if (member === 'webhook') return 'only webhook hooks are matched by webhook'
    return phase === 'watch' && member in matchers ? `watches have no ${member}` : undefined
  })
  return {
    check: (value, path) =>
      isObject(value)
        ? [...check(value, path), ...checkBesidePath(value, path)]
        : [{ path, text: `must be a map, not ${show(value)}; {} matches everything` }],
    schema,
  }
}

function createActionShape(phase: ActingPhase): Shape {
  const table = tables[phase]
  const names = Object.keys(table)
  const { check, schema } = members(table, (member) => {
    const others = ACTING.filter((other) => Object.hasOwn(tables[other], member))
    return others.length > 0
      ? `a ${phase} hook cannot do that, only ${orList(others)} can; there is ${orList(names)}`
      : undefined
  })
  const alone = names.filter((name) => name !== 'delay')
  return {
    check(value, path) {
      const problems = check(value, path)
      if (problems.length > 0 || !isObject(value)) return problems
      const chosen = names.filter((name) => value[name] !== undefined)
      const [decisive, other] = chosen.filter((name) => name !== 'delay')
      if (chosen.length === 0) return [{ path, text: `says nothing to do; there is ${orList(names)}` }]
      return other === undefined
        ? []
        : [{ path: [...path, other], text: `cannot go together with ${show(decisive)}; choose one` }]
    },
    schema: {
      ...schema,
      oneOf: [
        ...alone.map((name) => ({ required: [name] })),
        ...(names.length > alone.length ? [{ required: ['delay'], maxProperties: 1 }] : []),
      ],
    },
  }
}

const hooks = forEachPhase((phase) =>
  members(
    {
      [phase]: matchShape(phase),
      ...frequencyTable(phase),
      ...(phase === 'expect' ? {} : { then: actionShape(phase) }),
    },
    elsewhere(phase),
  ),
)

const elsewhereOfNone = members(
  { ...Object.fromEntries(PHASES.map((name) => [name, map])), ...frequencies, then: map },
  elsewhere(),
)

function elsewhere(phase?: Phase) {
  return (member: string): string | undefined => {
    if (member === 'match' || member === 'phase')
      return 'a hook starts with its phase, and what it matches under it: "before: { verb: update, kind: Lease }"'
    return phase === 'expect' && (member === 'then' || member in frequencies)
      ? 'what is expected is only counted; there is "times"'
      : undefined
  }
}

/** The shape of a hook written as data. */
export const hookShape: Shape = {
  check: checkHook,
  schema: {
    description: 'A hook: its phase with what it matches, how often it acts, and what it does then.',
    oneOf: PHASES.map((phase) => {
      const { schema } = hooks[phase]
      const properties = {
        ...Object(schema['properties']),
        [phase]: { description: ABOUT[phase], ...matchShape(phase).schema },
      }
      return { ...schema, properties, required: phase === 'expect' ? [phase] : [phase, 'then'] }
    }),
  },
}

function checkHook(value: unknown, path: Path): readonly Problem[] {
  if (!isObject(value))
    return [
      {
        path,
        text: `must be a map such as { before: { kind: Lease }, then: { status: Conflict } }, not ${show(value)}`,
      },
    ]
  const [phase, second] = PHASES.filter((each) => value[each] !== undefined)
  if (second !== undefined)
    return [
      {
        path: [...path, second],
        text: `a hook has one phase, and this one has ${show(phase)} already; write two`,
      },
    ]
  if (phase === undefined) {
    const problems = elsewhereOfNone.check(value, path)
    return problems.length > 0 ? problems : [{ path, text: `must have a phase: ${orList(PHASES)}` }]
  }
  const problems = [
    ...hooks[phase].check(value, path),
    ...checkPathAction(value[phase], value['then'], [...path, 'then']),
  ]
  return problems.length === 0 && phase !== 'expect' && value['then'] === undefined
    ? [{ path, text: 'must say with "then" what to do' }]
    : problems
}
