const { createCluster } = require('fakecluster')

void import('./check.mjs').then(({ check }) => check(createCluster))
