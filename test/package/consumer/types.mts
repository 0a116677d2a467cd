import { createCluster, StatusError } from 'fakecluster'
import { startCluster } from 'fakecluster/node'

const cluster = createCluster({ seed: 1 })
export const reply: Promise<Response> | Response = cluster.fetch(new Request('http://cluster/api'))
export const holder: string | null | undefined = (await cluster.get('Lease', { namespace: 'default', name: 'leader' }))
  .spec?.holderIdentity
export const url: string = (await startCluster({ profile: 'example', seed: 1 })).url
export const code: number = new StatusError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' }).code
// @ts-expect-error A profile is one of two: if the declarations were lost, this would be any and pass.
createCluster({ profile: 'other' })
