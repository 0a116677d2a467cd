import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import type * as Package from '../../../src/node.js'
import type { Took } from './took.js'

// Measures the time from starting a cluster to its first reply, for a client that has sent requests before.
const [, , entry, options] = process.argv
const { startCluster } = (await import(entry!)) as typeof Package

const reply = (url: string) =>
  new Promise<void>(
    (resolve, reject) => void get(url, (response) => response.resume().on('end', resolve)).on('error', reject),
  )

const server = createServer((_, response) => void response.end('warm'))
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
for (let i = 0; i < 20; i++) await reply(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)

const used = process.cpuUsage()
const begin = performance.now()
const { url } = await startCluster(options === undefined ? undefined : JSON.parse(options))
await reply(`${url}/api/v1/namespaces/default`)
const { user, system } = process.cpuUsage(used)
process.send!({ ms: performance.now() - begin, cpuMs: (user + system) / 1000 } satisfies Took)
