import { test } from '@jest/globals'
import { createCluster } from 'fakecluster'

// The first OpenAPI document is asked for when Jest has given the test up and loads no more code for it.
test('goes on after its timeout', async () => {
  const cluster = createCluster()
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const told = await cluster.fetch('/openapi/v3').then(
    ({ status }) => String(status),
    (error: Error) => error.message,
  )
  process.stderr.write(`asked too late: ${told}\n`)
}, 100)
