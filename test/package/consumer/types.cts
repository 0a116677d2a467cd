import core = require('fakecluster')
import node = require('fakecluster/node')

const cluster = core.createCluster({ profile: 'kubernetes', seed: 1 })
export const reply: Promise<Response> | Response = cluster.fetch(new Request('http://cluster/api'))
export const url: Promise<string> = node.startCluster({ seed: 1 }).then((server) => server.url)
// @ts-expect-error A profile is one of two: if the declarations were lost, this would be any and pass.
core.createCluster({ profile: 'other' })
