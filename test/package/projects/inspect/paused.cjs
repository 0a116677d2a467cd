const { startCluster } = require('fakecluster/node')

void startCluster({ seed: 1 }).then(({ cluster, close }) => {
  debugger
  void close()
})
