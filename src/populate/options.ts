import { callerError, checkArguments, optionsOf } from '../check/arguments.js'
import { type Shape, must, whole } from '../check/shape.js'

/** How large a generated world is, and how lively. What is left out follows from what is said. */
export type PopulateOptions = {
  /** Nodes (default one for 20 pods, at least 3; at most 5 000). */
  readonly nodes?: number
  /** Deployments (default one for 50 pods). */
  readonly deployments?: number
  /** Pods in all, those of DaemonSets, StatefulSets and Jobs among them (default 100; at most 150 000). */
  readonly pods?: number
  /** Namespaces of teams, besides those that every server has (default one for 4 Deployments). */
  readonly namespaces?: number
  /** How much goes on, on the cluster's clock: `20/s`, `30/m`, `100/h` (default nothing). */
  readonly churn?: string
}

/** What decides a generated world besides its size. */
export type PopulateChoice = {
  /** The same seed makes the same world (default one that the cluster's own chance gives). */
  readonly seed?: number
}

/** How many there are to be of each. */
export type Sizes = {
  readonly nodes: number
  readonly deployments: number
  readonly pods: number
  readonly namespaces: number
}

/** What Kubernetes says a cluster can have at most. */
export const MOST_POPULATED = { nodes: 5000, deployments: 10_000, pods: 150_000, namespaces: 10_000 } as const
/** Pods that a node has room for, of which some is kept free for what comes and goes. */
const ROOM = 100

const RATE = /^(\d+(?:\.\d+)?)\/(s|m|h)$/
const SECONDS = { s: 1, m: 60, h: 3600 } as const
/** More than so many changes a second no virtual second needs. */
const MOST_RATE = 1000

/** How many of so many nodes are the control plane. */
export const planesOf = (nodes: number): number => (nodes >= 10 ? 3 : 0)

/** Changes a second of a rate such as `20/s`; undefined for what is none. */
export function readRate(text: string): number | undefined {
  const [, count, unit] = RATE.exec(text) ?? []
  if (count === undefined || unit === undefined) return undefined
  const rate = Number(count) / SECONDS[unit as keyof typeof SECONDS] // as the expression says
  return rate > 0 && rate <= MOST_RATE ? rate : undefined
}

/** How lively a world is. */
const churnShape: Shape = {
  check: (value, path) =>
    typeof value === 'string' && readRate(value) !== undefined
      ? []
      : must(path, `a rate such as "20/s", "30/m" or "100/h", up to ${MOST_RATE}/s`, value),
  schema: { type: 'string', pattern: RATE.source },
}

/** The numbers that {@link PopulateOptions} may give. */
const sizeShapes = {
  nodes: whole(1, MOST_POPULATED.nodes),
  deployments: whole(0, MOST_POPULATED.deployments),
  pods: whole(0, MOST_POPULATED.pods),
  namespaces: whole(1, MOST_POPULATED.namespaces),
}

/** What a world is asked to be. */
export const populateShape = optionsOf({ ...sizeShapes, churn: churnShape }, '{ nodes: 10, pods: 200 }')
const choiceShape = optionsOf({ seed: whole(Number.MIN_SAFE_INTEGER) }, '{ seed: 1 }')

/**
 * Checks what a world is asked to be.
 *
 * @throws TypeError
 */
export function checkPopulate(options: unknown, choice: unknown): void {
  checkArguments('populate', { options: populateShape, choice: choiceShape }, [options, choice])
}

/**
 * The sizes of a world, those left out filled in.
 *
 * @throws TypeError where the pods do not fit the nodes, or there is nobody to own them
 */
export function sizesOf({ pods = 100, ...given }: PopulateOptions): Sizes {
  const nodes = given.nodes ?? Math.min(MOST_POPULATED.nodes, Math.max(3, Math.ceil(pods / 20)))
  const deployments = given.deployments ?? Math.ceil(pods / 50)
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
