import { isObject } from '../../base/json/json.js'
import { callback, code } from '../../base/check/arguments.js'
import { type Path, type Problem, type Shape, must, show, text } from '../../base/check/shape.js'
import { flag, whole } from '../../base/check/shape.js'
import { type MemberShapes, listOf, members, requiring } from '../../base/check/shapes.js'

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/

const how = code(
  "'own', or a function that gives the keys a change wakes",
  (value) => value === 'own' || typeof value === 'function',
)

const watches: Shape = {
  check: (value, path) =>
    isObject(value) && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([kind, given]) => [
          ...checkWord(kind, path),
          ...how.check(given, [...path, kind]),
        ])
      : [
          {
            path,
            text: "must say which kinds it is woken by, such as { Lease: 'own' }; without any it would never run",
          },
        ],
  schema: {},
}

/** Rejects a group or version in a watched kind: controllers watch kinds by name alone. */
function checkWord(kind: string, path: Path): readonly Problem[] {
  const alone = kind.includes('/') ? kind.slice(kind.lastIndexOf('/') + 1) : kind.split('.', 1).join()
  return alone === kind
    ? []
    : [{ path: [...path, kind], text: `a kind is named without its group and version: ${JSON.stringify(alone)}` }]
}

/** The name of a controller. */
export const controllerName: Shape = {
  check: (value, path) =>
    typeof value === 'string' && NAME.test(value)
      ? []
      : must(path, 'words of lower-case letters and digits joined by "-"', value),
  schema: text.schema,
}

const common = {
  name: controllerName,
  user: { ...text, check: (value, path) => (typeof value === 'function' ? [] : text.check(value, path)) },
  isTrusted: flag,
  manager: text,
  quiet: { ...flag, check: (value, path) => (Array.isArray(value) ? listOf(text) : flag).check(value, path) },
  retries: members({ first: whole(1), last: whole(1), most: whole(0) }),
  watches,
} satisfies MemberShapes

const working = requiring(
  members({ ...common, reconcile: callback('of a key and the world') }),
  ['name', 'watches', 'reconcile'],
  'a controller has all of name, watches and reconcile',
)
const workingInSteps = requiring(
  members({ ...common, reconcileInSteps: callback('of a key and the world, whose writes are steps') }),
  ['name', 'watches', 'reconcileInSteps'],
  'a controller has all of name, watches and reconcileInSteps',
)
const loadedLater = requiring(
  members({ ...common, load: callback('that loads a module with a reconcile of a key and the world') }),
  ['name', 'watches'],
  'a controller has a name and watches beside its load',
)

/** The shape of a custom controller. */
export const controllerShape: Shape = {
  check: (value, path) =>
    isObject(value)
      ? ('load' in value ? loadedLater : 'reconcileInSteps' in value ? workingInSteps : working).check(value, path)
      : [{ path, text: `must be a controller, as defineController makes it, not ${show(value)}` }],
  schema: {},
}
