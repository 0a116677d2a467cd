import { createCluster } from 'fakecluster'
import { check } from './check.mjs'

await check(createCluster)
