const core = require('fakecluster')
const node = require('fakecluster/node')
const manifest = require('fakecluster/package.json')
const check = require('./check.cjs')

check(core, node).then(() => console.log(`require ${manifest.version}`))
