import type { MembersOf } from '../../base/check/shapes.js'
import { callerError, checkArguments, optionsOf } from '../../base/check/arguments.js'
import { type Shape, must, whole } from '../../base/check/shape.js'

/** The choices of a generated world besides its size. */
export type PopulateChoice = {
  /** The same seed makes the same world (default one from the cluster's random generator). */
  readonly seed?: number
}

/** The number of objects of each kind. */
export type Sizes = {
  readonly nodes: number
  readonly deployments: number
  readonly pods: number
  readonly namespaces: number
}

/** The limits Kubernetes documents for a cluster. */
const MOST_POPULATED = { nodes: 5000, deployments: 10_000, pods: 150_000, namespaces: 10_000 } as const
/** The pods a node has room for, leaving some for pods that come and go. */
const ROOM = 100

const RATE = /^(\d+(?:\.\d+)?)\/(s|m|h)$/
const SECONDS = { s: 1, m: 60, h: 3600 } as const
/** The maximum rate, per second: a virtual second needs no more. */
const MOST_RATE = 1000

/** Returns the number of control plane nodes among a number of nodes. */
export const planesOf = (nodes: number): number => (nodes >= 10 ? 3 : 0)

/** Parses a rate such as `20/s` to changes per second; returns undefined if it is invalid. */
export function readRate(text: string): number | undefined {
  const [, count, unit] = RATE.exec(text) ?? []
  if (count === undefined || unit === undefined) return undefined
  const rate = Number(count) / SECONDS[unit as keyof typeof SECONDS] // the expression allows no other units
  return rate > 0 && rate <= MOST_RATE ? rate : undefined
}

/** The shape of a churn rate. */
const churnShape: Shape<string> = {
  check: (value, path) =>
    typeof value === 'string' && readRate(value) !== undefined
      ? []
      : must(path, `a rate such as "20/s", "30/m" or "100/h", up to ${MOST_RATE}/s`, value),
  schema: { type: 'string', pattern: RATE.source },
}

/** The options of a generated world: what each accepts, and with that its type. */
export const populateOptions = {
  /** Number of nodes (default one for 20 pods, at least 3; at most 5 000). */
  nodes: whole(1, MOST_POPULATED.nodes),
  /** Number of Deployments (default one for 8 pods up to 20, and one for 50 pods beyond 1 000; at least 3). */
  deployments: whole(0, MOST_POPULATED.deployments),
  /** Total number of pods, including those of DaemonSets, StatefulSets and Jobs (default 100; at most 150 000). */
  pods: whole(0, MOST_POPULATED.pods),
  /** Number of team namespaces, besides those of every server (default one for 4 Deployments). */
  namespaces: whole(1, MOST_POPULATED.namespaces),
  /** Rate of changes, on the cluster's clock: `20/s`, `30/m`, `100/h` (default none). */
  churn: churnShape,
}

/** The size of a generated world, and how much it changes. Omitted options are derived from the others. */
export type PopulateOptions = MembersOf<typeof populateOptions>

/** The shape of {@link PopulateOptions}. */
export const populateShape = optionsOf(populateOptions, '{ nodes: 10, pods: 200 }')
const choiceShape = optionsOf({ seed: whole(Number.MIN_SAFE_INTEGER) }, '{ seed: 1 }')

/**
 * Checks the arguments of `populate`.
 *
 * @throws TypeError
 */
export function checkPopulate(options: unknown, choice: unknown): void {
  checkArguments('populate', { options: populateShape, choice: choiceShape }, [options, choice])
}

/**
 * Returns the sizes of a world, with defaults for omitted ones.
 *
 * @throws TypeError if the pods do not fit the nodes, or there are no Deployments to own them
 */
export function sizesOf({ pods = 100, ...given }: PopulateOptions): Sizes {
  const nodes = given.nodes ?? Math.min(MOST_POPULATED.nodes, Math.max(3, Math.ceil(pods / 20)))
  const deployments =
    given.deployments ?? Math.min(pods, Math.max(3, Math.ceil(pods / 50), Math.min(20, Math.ceil(pods / 8))))
  const namespaces = given.namespaces ?? Math.max(1, Math.ceil(deployments / 4))
  const planes = planesOf(nodes)
  if (pods > (nodes - planes) * ROOM)
    throw callerError(
      `populate: ${pods} pods do not fit on ${nodes} nodes, each of which takes ${ROOM}${planes > 0 ? ` but for ${planes} of the control plane` : ''}; give nodes: ${Math.ceil(pods / ROOM) + 3}`,
    )
  if (deployments === 0 && pods > 0)
    throw callerError(`populate: ${pods} pods need Deployments that own them; give deployments: 1 or more`)
  return { nodes, deployments, pods, namespaces }
}
