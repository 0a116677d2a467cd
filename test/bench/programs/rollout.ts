import type * as Package from '../../../src/index.js'

// Rollouts of a Deployment in virtual time, with scheduler, node agents and all other controllers.

/** The question to the program. */
export type Rollout = { readonly replicas: number; readonly nodes: number }

/** Milliseconds of the first rollout of a Deployment, and of the rollout of another template. */
export type Rolled = { readonly first: number; readonly second: number }

const { createCluster } = (await import(process.argv[2] ?? '')) as typeof Package

async function roll({ replicas, nodes }: Rollout): Promise<Rolled> {
  const cluster = createCluster({ seed: 1, profile: 'kubernetes', nodes })
  const labels = { app: 'web' }
  const template = (image: string) => ({ metadata: { labels }, spec: { containers: [{ name: 'web', image }] } })
  const name = 'web'
  const until = async (step: () => Promise<unknown>) => {
    const from = performance.now()
    await step()
    await cluster.clock.advance('5m')
    const took = performance.now() - from
    const { status } = await cluster.get('Deployment', { name })
    if (status?.updatedReplicas !== replicas || status.availableReplicas !== replicas)
      throw new Error(`the rollout came to ${JSON.stringify(status)}`)
    return took
  }
  const first = await until(() =>
    cluster.create('Deployment', {
      metadata: { name },
      spec: { replicas, selector: { matchLabels: labels }, template: template('shop/web:1') },
    }),
  )
  const second = await until(() =>
    cluster.patch('Deployment', { name }, { spec: { template: template('shop/web:2') } }),
  )
  return { first, second }
}

process.on('message', (rollout: Rollout) => void roll(rollout).then((rolled) => process.send?.(rolled)))
process.send?.('ready')
