import { callerError, checkArguments } from '../base/check/arguments.js'
import { oneOf } from '../base/check/shape.js'
import { publicAsync } from '../base/errors/call-site.js'
import { isObject } from '../base/json/json.js'
import { type Fleet, clientIn, createFleet } from '../cluster/fleet.js'
import { checkOptions } from '../cluster/options.js'
import { writeKubeconfig } from './kubeconfig.js'
import { type StartOptions, fileOptions, ofServing, startOptions } from './options.js'
import { orClose } from './or-close.js'
import { checkNode } from './releases.js'
import type { FleetControl, StartedFleet } from './server/fleet-control.js'
import type { LazyFleet } from '../server/control/controlled.js'
import { type ServedCluster, serveCluster } from './server/serve-cluster.js'
import { prepare, readOptions } from './start.js'

/** The options of one cluster of a fleet: those of `createCluster`, in which texts can be paths. */
export type FleetClusterOptions = Pick<StartOptions, keyof typeof fileOptions>

/**
 * Creates a fleet, and serves each cluster over HTTP: the first on `port`, the others on the ports after it, or all on
 * free ones. The options are those of `startCluster` for all clusters, without `state` and `auditLogPath`.
 *
 * @throws TypeError for wrong names or options; StartError if a port is taken, or a file cannot be read or written;
 * LoadError with the problems in fixtures and scripts
 * @example
 * await using server = await startFleet({ hub: {}, east: { nodes: 3 } }, { seed: 1 })
 * await writeFile('operator.kubeconfig', await server.kubeconfigFor('hub'))
 * server.fleet.partition('hub', 'east')
 */
export const startFleet = publicAsync(
  async <Name extends string>(
    clusters: { readonly [name in Name]: FleetClusterOptions },
    options: StartOptions = {},
  ): Promise<StartedFleet<Name>> => {
    checkNode()
    checkOptions('startFleet', startOptions, options)
    const single = OF_ONE.find((name) => options[name] !== undefined)
    if (single !== undefined) throw callerError(`startFleet: ${single} is for a single cluster`)
    const names = Object.keys(isObject(clusters) ? clusters : {}) as Name[] // exactly its keys
    for (const name of names) checkOptions(`startFleet: ${name}`, fileOptions, clusters[name])
    const fleet = createFleet(await byName(names, (name) => readOptions(clusters[name])), await readOptions(options))
    return orClose(fleet, async () => {
      for (const name of names) await prepare(fleet.clusters[name], options)
      return serveFleet(fleet, names, options)
    })
  },
)

/** What there is one of. */
const OF_ONE = ['state', 'auditLogPath', 'context'] as const

async function serveFleet<Name extends string>(
  fleet: Fleet<Name>,
  names: readonly Name[],
  options: StartOptions,
): Promise<StartedFleet<Name>> {
  const { kubeconfig: path, port = 0, ...serving } = ofServing(options)
  const open: ServedCluster[] = []
  let control: LazyFleet | undefined
  let made: Promise<FleetControl> | undefined
  const close = async () => {
    await (await made)?.closeForks()
    fleet.close()
    await Promise.all(open.map((server) => server.close()))
  }
  try {
    const servers = await byName(names, async (name, i) => {
      const of = { ...serving, context: name, port: port === 0 ? 0 : port + i }
      const server = await serveCluster(fleet.clusters[name], of, { fleet: () => control })
      open.push(server)
      return server
    })
    const all = names.map((name) => servers[name].kubeconfig)
    const config = await joined(all)
    // Those of others in the file stay.
    if (path !== undefined) for (const each of all.toReversed()) await writeKubeconfig(path, each)
    const kubeconfigFor = publicAsync(async (from: Name) => {
      checkArguments('kubeconfigFor', { from: oneOf(names) }, [from])
      return joined(await Promise.all(names.map((name) => servers[name].kubeconfigFor(clientIn(from)))))
    })
    const started = { ...{ fleet, servers, kubeconfig: config, kubeconfigFor, close }, [Symbol.asyncDispose]: close }
    const make = async () =>
      (await import('./server/fleet-control.js')).createFleetControl(started, (fork, at) =>
        serveFleet(fork, names, { ...serving, port: at }),
      )
    control = () => (made ??= make())
    return started
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns one kubeconfig for several; the current context is that of the first. */
async function joined(configs: readonly string[]): Promise<string> {
  const { merged } = await import('./merge-kubeconfig.js')
  return configs.reduceRight((others, config) => merged(others, config, 'kubeconfig'))
}

/** Makes something for each name, in order. */
async function byName<Name extends string, T>(
  names: readonly Name[],
  make: (name: Name, index: number) => Promise<T>,
): Promise<{ readonly [name in Name]: T }> {
  const made: [Name, T][] = []
  for (const [i, name] of names.entries()) made.push([name, await make(name, i)])
  return Object.fromEntries(made) as { readonly [name in Name]: T } // the same names
}
