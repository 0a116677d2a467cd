import { isObject } from '../../base/json/json.js'
import { parseQuantity } from '../../base/numbers/quantity.js'
import { type Shape, must, oneOf, show, text, whole, delayShape } from '../../base/check/shape.js'
import { type MemberShapes, described, globs, listOf, members, orFunction, requiring } from '../../base/check/shapes.js'
import type { ContainerScript } from './types.js'
import { labelMatchShape } from '../../model/select/object-match.js'

/** A delay, or one of the given words. */
const delayOr = (words: readonly string[], hint: string): Shape => ({
  check: (value, path) =>
    typeof value === 'string' && !/^[\d.]/.test(value)
      ? oneOf(words).check(value, path)
      : typeof value === 'string' || typeof value === 'number'
        ? delayShape.check(value, path)
        : must(path, hint, value),
  schema: { anyOf: [{ enum: words }, delayShape.schema] },
})

const never = delayOr(['never'], 'a duration such as "3s", a range such as "3s..5s", or "never"')
const PULL_ERRORS = ['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull', 'InvalidImageName', 'RegistryUnavailable']
const exitCode = whole(0, 255)
const times = whole(1)

const pullWord = delayOr(PULL_ERRORS, 'a duration, a word such as "ErrImagePull", or { error, message, times }')
const pullMap = members({ error: oneOf(PULL_ERRORS), message: text, times })
const pull: Shape = {
  check: (value, path) => (isObject(value) ? pullMap : pullWord).check(value, path),
  schema: { anyOf: [pullWord.schema, pullMap.schema] },
}

const exitWord = oneOf(['never'])
const exitMap = members({ code: exitCode, after: delayShape, reason: text, message: text, times })
const exit: Shape = {
  check: (value, path) => (typeof value === 'string' ? exitWord : exitMap).check(value, path),
  schema: { anyOf: [exitWord.schema, exitMap.schema] },
}

/** A share of what is requested, or a range of shares. */
const SHARE = /^\d{1,3}(?:\.\d+)?%(?:\.\.\d{1,3}(?:\.\d+)?%)?$/

const quantity: Shape = {
  check: (value, path) =>
    typeof value === 'string' && (SHARE.test(value) || typeof parseQuantity(value) !== 'string')
      ? []
      : must(path, 'a quantity such as "100m" or "64Mi", or a share of the request such as "40%" or "20%..60%"', value),
  schema: { type: 'string' },
}

/** A text, or a map of the given shape. */
const textOr = (parts: Shape): Shape => ({
  check: (value, path) => (isObject(value) ? parts : text).check(value, path),
  schema: { anyOf: [text.schema, parts.schema] },
})

/** A map with arbitrary keys and values of one shape. */
const mapOf = (one: Shape, example: string): Shape => ({
  check: (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, each]) => one.check(each, [...path, name]))
      : must(path, `a map such as ${example}`, show(value)),
  schema: { type: 'object', additionalProperties: one.schema },
})

const line = textOr(
  requiring(members({ text, after: delayShape, every: delayShape, times }), ['text'], 'a line says something'),
)
const result = textOr(members({ stdout: text, stderr: text, code: exitCode }))
const headers = mapOf(text, '{ Content-Type: text/plain }')
const reply = textOr(members({ status: whole(200, 599), headers, body: text }))

const shapes: MemberShapes = {
  image: described(globs(), 'The image as the pod names it, or patterns of it.', ['shop/api:*']),
  container: described(globs(), "The container's name, or patterns of it."),
  pod: described(globs(), "The pod's name, or patterns of it."),
  namespace: described(globs(), "The pod's namespace, or patterns of it."),
  labels: described(labelMatchShape, 'A label selector, or labels the pod has.', ['app=shop', { app: 'shop' }]),
  pull: described(pull, 'How long pulling its image takes, or how that fails.', ['5s', 'ErrImagePull']),
  started: described(never, 'How long after its start its startup probe succeeds.', ['10s', 'never']),
  ready: described(never, 'How long after its start it is ready.', ['3s..5s', 'never']),
  unready: described(
    requiring(members({ after: delayShape, for: delayShape }), ['after'], 'it is ready before'),
    'When it is no longer ready, and for how long.',
    [{ after: '1m', for: '10s' }],
  ),
  unhealthy: described(
    requiring(members({ after: delayShape }), ['after'], 'it is well before'),
    'When its liveness probe begins to fail.',
    [{ after: '1m' }],
  ),
  exit: described(exit, 'How each run ends by itself, or never.', [{ code: 1, after: '10s' }, 'never']),
  crash: described(
    requiring(members({ every: delayShape, code: whole(1, 255), times }), ['every'], 'a crash comes some time'),
    'Ends each run with code 1 so long after its start.',
    [{ every: '1m' }],
  ),
  stop: described(never, 'How long it takes to stop when it is told to (default 1s).', ['5s', 'never']),
  logs: described(listOf(line), 'What it logs in each run, in order.', [['listening', { text: 'tick', every: '10s' }]]),
  exec: described(orFunction(mapOf(result, '{ hostname: web-0 }')), 'What commands answer, by the command line.', [
    { 'cat /etc/hostname': 'web-0\n' },
  ]),
  http: described(orFunction(mapOf(reply, '{ /healthz: ok }')), 'What it answers over HTTP, by path.', [
    { '/healthz': 'ok', 'POST /orders': { status: 201 } },
  ]),
  usage: described(members({ cpu: quantity, memory: quantity }), 'What it uses, as metrics tell.', [
    { cpu: '100m', memory: '64Mi' },
    { cpu: '20%..60%' },
  ]),
}

/** The shape of one container script. */
const containerScriptShape: Shape<ContainerScript> = (() => {
  const { check, schema } = members(shapes, (member) =>
    member === 'name' ? 'is it the pod\'s or the container\'s? There is "pod" and "container"' : undefined,
  )
  return {
    check(value, path) {
      const problems = check(value, path)
      if (problems.length > 0 || !isObject(value)) return problems
      return value['exit'] !== undefined && value['crash'] !== undefined
        ? [{ path: [...path, 'crash'], text: 'cannot go together with "exit"; choose one' }]
        : []
    },
    schema: { description: 'What containers do that agents play, and which.', ...schema },
  } satisfies Shape
})()

/** The shape of one container script, or of a list of them. */
export const containerScriptsShape: Shape<ContainerScript | readonly ContainerScript[]> = (() => {
  const many = listOf(containerScriptShape)
  return {
    check: (value, path) => (Array.isArray(value) ? many : containerScriptShape).check(value, path),
    schema: { anyOf: [containerScriptShape.schema, many.schema] },
  } satisfies Shape
})()

/** The shape of a script entry with container scripts. */
export const containersEntryShape: Shape = members({
  containers: described(containerScriptsShape, 'What containers do that agents play.'),
})
