import { readdirSync } from 'node:fs'
import { fromBundle } from 'fakecluster/node'

for (const name of readdirSync('kept').sort()) {
  const cluster = await fromBundle(`kept/${name}`)
  const { items } = await cluster.list('Lease')
  console.log(`${name} has ${items.map(({ metadata }) => metadata.name).join(' and ')}`)
}
