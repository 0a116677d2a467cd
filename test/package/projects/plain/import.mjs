import * as core from 'fakecluster'
import * as node from 'fakecluster/node'
import manifest from 'fakecluster/package.json' with { type: 'json' }
import check from './check.cjs'

await check(core, node)
console.log(`import ${manifest.version}`)
