import { type Cluster, StatusError, createCluster } from 'fakecluster'
import { type StartedCluster, connectKubeConfig, matchers, startCluster } from 'fakecluster/node'

const holderOf = async (cluster: Cluster): Promise<string | null | undefined> =>
  (await cluster.get('Lease', { namespace: 'default', name: 'leader' })).spec?.holderIdentity

async function main(): Promise<void> {
  const server: StartedCluster = await startCluster({ seed: 1 })
  const reply: Response = await fetch(`${server.url}/api/v1/namespaces/default`)
  const code = await holderOf(server.cluster).catch((error: unknown) => (error instanceof StatusError ? error.code : 0))
  const types: readonly string[] = [typeof connectKubeConfig, typeof matchers]
  console.log(reply.status, code, ...types)
  await server.close()
}

// If the declarations were lost, all would be any, and this would pass.
// @ts-expect-error A profile is one of two.
export const other = (): Cluster => createCluster({ profile: 'other' })

void main()
