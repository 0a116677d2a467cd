import { createCluster } from 'fakecluster'
import { print } from './print.cjs'

await print(createCluster)
const mistake = async () => await createCluster().get('Leese', { name: 'leader' })
console.log((await mistake().catch((error) => error)).stack)
