const { startCluster } = require('fakecluster/node')

void startCluster({ seed: 1 }).then(({ cluster, close }) => {
  // oxlint-disable-next-line no-debugger -- where it is looked at
  debugger
  cluster.close()
  void close()
})
