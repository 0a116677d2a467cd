import { isObject } from '../../base/json/json.js'
import { callback, code, optionsOf } from '../../base/check/arguments.js'
import { type Shape, duration, flag, must, oneOf, text, whole } from '../../base/check/shape.js'
import { type MemberShapes, members } from '../../base/check/shapes.js'

/** The name of a kind; whether it is served is checked when it is looked up. */
export const kindName: Shape = {
  check: (value, path) =>
    typeof value === 'string' && value !== '' ? [] : must(path, 'the name of a kind such as "Lease"', value),
  schema: text.schema,
}

/** A reference to an object. */
export const refShape: Shape = {
  check(value, path) {
    // Reading a property is safe on any object.
    const { name, namespace } = typeof value === 'object' && value !== null ? (value as Partial<Named>) : {}
    if (typeof name === 'string' && name !== '' && (namespace === undefined || typeof namespace === 'string')) return []
    const shown = typeof value === 'string' && value !== '' ? value : '…'
    return must(path, `{ name: ${JSON.stringify(shown)} } or { name: ${JSON.stringify(shown)}, namespace: "…" }`, value)
  },
  schema: {},
}

const selection = members({ namespace: text, labelSelector: text, fieldSelector: text })

/** A reference to an object, or a selector of objects. */
const refOrSelection: Shape = {
  check: (value, path) =>
    isObject(value) && !('name' in value) && ('labelSelector' in value || 'fieldSelector' in value)
      ? selection.check(value, path)
      : refShape.check(value, path),
  schema: {},
}

type Named = { readonly name: unknown; readonly namespace: unknown }

/** An object to write; its name is in its metadata. */
const object = code(
  'an object such as { metadata: { name: "…" }, spec: { … } }',
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

const fieldValidation = oneOf(['Strict', 'Warn', 'Ignore'])
const write = { dryRun: flag, fieldManager: text, fieldValidation, subresource: text }
const select = { namespace: text, labelSelector: text, fieldSelector: text, resourceVersion: text }
const selecting = (given: unknown) => `{ namespace: ${JSON.stringify(typeof given === 'string' ? given : 'default')} }`

const writeOptions = optionsOf(write, '{ dryRun: true }')
const timeoutOptions = optionsOf({ timeout: duration }, (given) =>
  typeof given === 'number' || typeof given === 'string'
    ? `{ timeout: ${JSON.stringify(given)} }`
    : '{ timeout: "10s" }',
)

const isDuration = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && /^\d/.test(value))

const timeoutIn = (value: unknown) => (isObject(value) ? value['timeout'] : value)

/** The condition of a wait. */
const until: Shape = {
  check: (value, path) =>
    value === undefined || typeof value === 'function'
      ? []
      : [
          ...must(path, 'a function that tells whether the object is as wanted', value),
          ...(isDuration(timeoutIn(value))
            ? [
                {
                  path: ['options'],
                  text: `a timeout is given after it: { timeout: ${JSON.stringify(timeoutIn(value))} }`,
                },
              ]
            : []),
        ],
  schema: {},
}

/** The parameters of each client method, in order. */
export const parameters = {
  get: { kind: kindName, ref: refShape },
  list: {
    kind: kindName,
    options: optionsOf(
      { ...select, limit: whole(0), continue: text, resourceVersionMatch: oneOf(['Exact', 'NotOlderThan']) },
      selecting,
    ),
  },
  create: { kind: kindName, object, options: writeOptions },
  update: { kind: kindName, object, options: writeOptions },
  edit: {
    kind: kindName,
    ref: refShape,
    recipe: callback('that changes a draft of the object'),
    options: writeOptions,
  },
  patch: {
    kind: kindName,
    ref: refShape,
    patch: code(
      'a patch: an object, or a list of JSON Patch operations',
      (value) => typeof value === 'object' && value !== null,
    ),
    options: optionsOf({ ...write, type: oneOf(['json', 'merge', 'strategic', 'apply']) }, '{ type: "strategic" }'),
  },
  delete: {
    kind: kindName,
    ref: refShape,
    options: optionsOf(
      {
        dryRun: flag,
        propagationPolicy: oneOf(['Orphan', 'Background', 'Foreground']),
        gracePeriodSeconds: whole(0),
        preconditions: members({ uid: text, resourceVersion: text }),
      },
      '{ propagationPolicy: "Foreground" }',
    ),
  },
  watch: {
    kind: kindName,
    options: optionsOf(
      {
        ...select,
        allowWatchBookmarks: flag,
        timeoutSeconds: whole(0),
        signal: code('an AbortSignal', (value) => typeof value === 'object' && value !== null && 'aborted' in value),
      },
      selecting,
    ),
  },
  waitFor: { kind: kindName, ref: refOrSelection, until, options: timeoutOptions },
  waitForGone: { kind: kindName, ref: refShape, options: timeoutOptions },
} as const satisfies { readonly [method: string]: MemberShapes }

/** The parameters of reads of a past or saved state. */
export const readParameters = {
  get: parameters.get,
  list: {
    kind: kindName,
    options: optionsOf({ namespace: text, labelSelector: text, fieldSelector: text }, selecting),
  },
} as const satisfies { readonly [method: string]: MemberShapes }
