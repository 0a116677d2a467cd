/** Prints the stacks of what fails in a controller and in a hook, and of a mistake. */
exports.print = async (createCluster) => {
  process.on('unhandledRejection', () => undefined)
  const told = async (call) => console.log((await call().catch((error) => error)).stack)
  const failing = {
    name: 'failing',
    watches: { Lease: 'own' },
    reconcile() {
      throw new Error('of a controller')
    },
  }
  const cluster = createCluster({ seed: 1, controllers: [failing] })
  cluster.hooks.before({ client: 'test', kind: 'Pod' }, () => {
    throw new RangeError('of a hook')
  })
  await cluster.create('Lease', { metadata: { name: 'leader' } })
  await told(() => cluster.settled())
  await told(() => cluster.list('Pod'))
}
