import { createCluster } from 'fakecluster/node'
import { check } from './check.mjs'

await check(createCluster)
