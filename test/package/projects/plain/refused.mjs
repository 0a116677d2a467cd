// Prints what startCluster rejects with.
import { startCluster } from 'fakecluster/node'

await startCluster({ port: 0 }).then(
  async (server) => {
    await server.close()
    console.log('it started')
  },
  (error) => console.log(`${error.name}: ${error.message}`),
)
