const core = require('fakecluster')
const node = require('fakecluster/node')
const check = require('./check.cjs')

test('both doors, by require', () => check(core, node))
