import { callerError, checkArguments } from '../base/check/arguments.js'
import { type Shape, duration as durationShape, must, oneOf } from '../base/check/shape.js'
import { publicAsync, publicFunction } from '../base/errors/call-site.js'
import { isObject } from '../base/json/json.js'
import { type Clock, createClock } from '../base/time/clock.js'
import { createTime } from '../base/time/env.js'
import { createKeyring } from '../server/accounts/credentials.js'
import type { LocalFetch } from '../server/http/local-fetch.js'
import type { BeforeAction, WatchAction } from '../server/hooks/actions.js'
import { newCluster } from './cluster.js'
import { compose } from './compose.js'
import { type ClusterOptions, checkClusterOptions, clockOf } from './options.js'
import { type Parts, forkParts, makeParts } from './parts-from-options.js'
import { checkState } from './state/shapes.js'
import type { Snapshot } from './state/snapshot.js'
import type { Cluster } from './types.js'

/** The state of each cluster of a fleet, by its name. */
export type FleetSnapshot<Name extends string = string> = { readonly [name in Name]: Snapshot }

/**
 * Several clusters with one clock and one seed, and the network between them: what runs in a cluster is a client of all
 * of them, which is the user `fleet:` and the name of the cluster that it runs in.
 */
export type Fleet<Name extends string = string> = {
  readonly clusters: { readonly [name in Name]: Cluster }
  /** The clock of all clusters. */
  readonly clock: Clock
  /** A fetch of a client in the cluster `from`, to the API of the cluster `to`. */
  readonly fetch: (from: Name, to: Name) => LocalFetch
  /** Returns the bearer token of clients in the cluster `from`, for the cluster `to`. */
  readonly tokenFor: (from: Name, to: Name) => Promise<string>
  /**
   * Cuts a cluster off from the clients in another: open watches break, and so do requests, until the handle is
   * disposed of, or `heal`. It is hooks of the cluster `to`, and so part of its state. In the other direction requests
   * go on.
   *
   * @example
   * fleet.partition('hub', 'east')
   */
  readonly partition: (from: Name, to: Name) => Disposable
  /** Delays requests of the clients in a cluster to another, and events of their watches, by the fleet's clock. */
  readonly delay: (from: Name, to: Name, duration: number | string) => Disposable
  /** Ends the partitions and delays between the clients in a cluster and another: the hooks for that user. */
  readonly heal: (from: Name, to: Name) => void
  /** Resolves once all clusters are at rest; `until` advances the clock first. */
  readonly settled: (options?: { readonly until?: number | string }) => Promise<void>
  readonly snapshot: () => FleetSnapshot<Name>
  /** Restores the state of all clusters, and the time. */
  readonly restore: (saved: FleetSnapshot<Name>) => void
  /** Creates a separate fleet from a snapshot, by default of the present state. */
  readonly fork: (saved?: FleetSnapshot<Name>) => Fleet<Name>
  /** Closes all clusters. */
  readonly close: () => void
  readonly [Symbol.dispose]: () => void
}

/**
 * Creates a fleet: a cluster for each name, with its options, and besides these those of `shared`, among which are the
 * seed and the clock of the whole.
 *
 * @throws TypeError for wrong names or options; LoadError for errors in OpenAPI documents
 * @example
 * const fleet = createFleet({ hub: { crds }, east: { nodes: 3 } }, { seed: 1 })
 * fleet.partition('hub', 'east')
 */
export const createFleet = publicFunction(
  <Name extends string>(clusters: { readonly [name in Name]: ClusterOptions }, shared: ClusterOptions = {}) => {
    checkArguments('createFleet', { clusters: clustersShape }, [clusters])
    checkClusterOptions(shared)
    const time = createTime(clockOf(shared), shared.start === undefined ? undefined : new Date(shared.start).getTime())
    const parts = mapValues(clusters, (own: ClusterOptions, name, index) => {
      const taken = OF_ALL.find((option) => own[option] !== undefined)
      if (taken !== undefined)
        throw callerError(`createFleet: ${name}: ${taken} is that of all clusters: give it in the second argument`)
      const options = { ...shared, ...own, ...(shared.seed === undefined ? {} : { seed: shared.seed + index }) }
      checkClusterOptions(options)
      return makeParts(options, createKeyring(), time)
    })
    return fleetOf(parts, mapValues(parts, newCluster))
  },
)

/** The user that a client in a cluster of a fleet is. Where requests are authorized, it may do everything. */
export const clientIn = (cluster: string) => ({ name: `fleet:${cluster}`, groups: ['system:masters'] })

/** What a cluster of a fleet cannot have for itself. */
const OF_ALL = ['seed', 'clock', 'start'] as const satisfies readonly (keyof ClusterOptions)[]

const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/

/** Tells whether a text can be the name of a cluster of a fleet. */
export const isClusterName = (name: string): boolean => NAME.test(name)

const clustersShape: Shape = {
  check: (value, path) =>
    isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every(isClusterName)
      ? []
      : must(path, 'options by the names of clusters, in lower case: { hub: {}, east: { nodes: 3 } }', value),
  schema: {},
}

type Of<Name extends string, T> = { readonly [name in Name]: T }

/** Makes something of the value of each name. */
export function mapValues<Name extends string, T, R>(
  from: Of<Name, T>,
  to: (value: T, name: Name, index: number) => R,
): Of<Name, R> {
  const names = Object.keys(from) as Name[] // exactly its keys
  return Object.fromEntries(names.map((name, i) => [name, to(from[name], name, i)])) as Of<Name, R> // the same names
}

function fleetOf<Name extends string>(parts: Of<Name, Parts>, clusters: Of<Name, Cluster>): Fleet<Name> {
  const names = Object.keys(clusters) as Name[] // exactly its keys
  const all = names.map((name) => clusters[name])
  const check = pairChecks(names)
  const { env } = parts[names[0]!] // there is one at least
  const clock = createClock(env, async () => void (await Promise.all(all.map((cluster) => cluster.ready()))))
  const tokenFor = publicAsync(async (from: Name, to: Name) => {
    check('tokenFor', from, to)
    return clusters[to].tokenFor(clientIn(from))
  })
  const snapshot = () => mapValues(clusters, (cluster) => cluster.snapshot())
  const checkStates = (method: 'fork' | 'restore', saved: Partial<FleetSnapshot<Name>>) =>
    names.forEach((name) => checkState(method, saved[name]))
  const close = () => all.forEach((cluster) => cluster.close())
  return {
    ...{ clusters, clock, tokenFor, snapshot, close, [Symbol.dispose]: close },
    fetch: publicFunction((from, to): LocalFetch => {
      check('fetch', from, to)
      return async (input, init) => {
        const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
        headers.set('authorization', `Bearer ${await tokenFor(from, to)}`)
        return clusters[to].fetch(input, { ...init, headers })
      }
    }),
    partition: publicFunction((from, to) => {
      check('partition', from, to)
      const handle = between(clusters[to], from, { cut: true }, { cut: true })
      for (const watch of watchesOf(clusters[to], from)) watch.cut()
      return handle
    }),
    delay: publicFunction((from, to, duration) => {
      check('delay', from, to)
      checkArguments('delay', { duration: durationShape }, [duration])
      return between(clusters[to], from, { delay: duration }, { hold: duration })
    }),
    heal: publicFunction((from, to) => {
      check('heal', from, to)
      const { name } = clientIn(from)
      for (const hook of clusters[to].hooks.list()) if ('user' in hook.match && hook.match.user === name) hook.dispose()
    }),
    settled: publicAsync(async ({ until } = {}) => {
      if (until !== undefined) await clock.advance(until)
      await Promise.all(all.map((cluster) => cluster.settled()))
    }),
    restore: publicFunction((saved) => {
      checkStates('restore', saved)
      for (const name of names) clusters[name].restore(saved[name])
    }),
    fork: publicFunction((saved = snapshot()) => {
      checkStates('fork', saved)
      const { options } = parts[names[0]!] // as above
      const time = createTime(clockOf(options), saved[names[0]!].env.now)
      const forked = mapValues(parts, (each, name) => forkParts(each, saved[name], time))
      return fleetOf(
        forked,
        mapValues(forked, (each, name) => compose(each, { saved: saved[name] })),
      )
    }),
  }
}

/** Returns a check of the two clusters that a method is about. */
function pairChecks(names: readonly string[]) {
  const parameters = { from: oneOf(names), to: oneOf(names) }
  return (method: string, ...pair: readonly [from: string, to: string]) => checkArguments(method, parameters, pair)
}

/** Has hooks act on all requests of the clients in a cluster, and on the events of their watches. */
function between({ hooks }: Cluster, from: string, request: BeforeAction, event: WatchAction): Disposable {
  const { name: user } = clientIn(from)
  const made = [
    hooks.before({ user }, request),
    hooks.before({ user, path: '*' }, request),
    hooks.watch({ user, event: '*' }, event),
  ]
  return { [Symbol.dispose]: () => made.forEach((hook) => hook.dispose()) }
}

const watchesOf = (cluster: Cluster, from: string) =>
  cluster.watches().filter(({ user }) => user === clientIn(from).name)
