import { callback, callerError, checkArguments, code, optional, optionsOf } from '../../base/check/arguments.js'
import { isObject } from '../../base/json/json.js'
import { type Shape, flag, must, show, text, whole } from '../../base/check/shape.js'
import { type MemberShapes, listOf } from '../../base/check/shapes.js'
import type { KubernetesVersion } from '../../model/registry/kubernetes-version.js'
import type { Snapshot } from './snapshot.js'
import { kindName, refShape } from '../../server/client/shapes.js'

/** A state as `snapshot` and `start` return it. */
const snapshot: Shape = {
  check: (value, path) =>
    isObject(value) && isObject(value['state']) && isObject(value['env'])
      ? []
      : [
          {
            path,
            text: `must be a state as cluster.snapshot() gives one, not ${show(value)}${value === 'start' ? '; the one it began with is cluster.start()' : ''}`,
          },
        ],
  schema: {},
}

/** The name of an invariant. */
export const invariantName: Shape = {
  check: (value, path) =>
    typeof value === 'string' && value !== ''
      ? []
      : must(path, 'a name that says what holds, such as "one holder"', value),
  schema: text.schema,
}

const isState = (value: unknown): boolean => isObject(value) && isObject(value['state'])
const stateful = code(
  'a snapshot, a view of the past or a cluster',
  (value) => isState(value) || (isObject(value) && typeof value['snapshot'] === 'function'),
)
const version = code(
  'a resource version such as 1005, or a snapshot',
  (value) => Number.isSafeInteger(value) || (typeof value === 'string' && /^\d+$/.test(value)) || isState(value),
)
const diffOptions = optionsOf({ ignore: listOf(text) }, '{ ignore: ["/metadata/managedFields"] }')
const changesOptions = optionsOf({ ignore: listOf(text), heartbeats: flag }, '{ heartbeats: true }')

/** The parameters of the cluster methods that deal with states, in order. */
const parameters = {
  fork: { snapshot: optional(snapshot) },
  restore: { snapshot },
  at: { version },
  diff: { a: stateful, b: optional(stateful), options: diffOptions },
  changes: { run: callback('whose changes are told'), options: changesOptions },
  why: { kind: kindName, ref: refShape },
  dump: { options: optionsOf({ kinds: listOf(text), bootstrap: flag }, '{ kinds: ["Lease"] }') },
  bundle: {
    options: optionsOf(
      { since: whole(0), requests: whole(0), told: whole(0), secrets: flag },
      '{ since: 1005, requests: 12 }',
    ),
  },
  inspect: { options: optionsOf({ file: text, secrets: flag }, '{ file: "run.fakecluster.html" }') },
  invariant: {
    name: invariantName,
    check: callback('that looks at a transition: (prev, next) => …'),
    options: optionsOf({ kind: text }, '{ kind: "Lease" }'),
  },
} as const satisfies { readonly [method: string]: MemberShapes }

/**
 * Checks that a state fits the version of Kubernetes that a cluster is.
 *
 * @throws TypeError
 */
export function checkFits(method: 'fork' | 'restore', saved: Pick<Snapshot, 'version'>, version: KubernetesVersion) {
  if (saved.version === version) return
  throw callerError(
    `${method}: the snapshot is of Kubernetes ${saved.version}, and this cluster is ${version}: make one with kubernetesVersion: '${saved.version}', or load a dump`,
  )
}

/**
 * Checks the arguments of a method.
 *
 * @throws TypeError
 */
export const checkState = (method: keyof typeof parameters, ...given: readonly unknown[]): void =>
  checkArguments(method, parameters[method], given)
