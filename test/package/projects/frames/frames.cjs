const { createCluster } = require('fakecluster')
const { print } = require('./print.cjs')

const mistake = async () => await createCluster().get('Leese', { name: 'leader' })
print(createCluster).then(async () => console.log((await mistake().catch((error) => error)).stack))
