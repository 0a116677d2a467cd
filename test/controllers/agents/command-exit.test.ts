import { expect, test } from 'vitest'
import { exitOfCommand } from '../../../src/controllers/agents/kubelet/life.js'
import { createCluster } from '../../../src/index.js'

test.each([
  [['true'], { code: 0, after: 0 }],
  [['/bin/false'], { code: 1, after: 0 }],
  [['sleep', '5'], { code: 0, after: 5000 }],
  [['/usr/bin/sleep', '1.5m'], { code: 0, after: 90_000 }],
  [['sleep', 'infinity'], { code: 0, after: Infinity }],
  [['sh', '-c', 'exit 42'], { code: 42, after: 0 }],
  [['/bin/bash', '-c', ' sleep 2; exit 3 ; sleep 9'], { code: 3, after: 2000 }],
  [['sh', '-c', 'sleep 1\nfalse\n'], { code: 1, after: 1000 }],
  [['sh', '-c', 'exit'], { code: 0, after: 0 }],
  [['sh', '-c', 'make; exit 3'], undefined],
  [['sh', '-ec', 'exit 1 || true'], { code: 1, after: 0 }],
  [['sh', '-c', 'echo a b; true && exit 3'], { code: 3, after: 0 }],
  [['sh', '-c', 'make | sleep 5; sleep 2m'], { code: 0, after: 120_000 }],
  [['sh', '-c', 'make && sleep 5'], { code: 0, after: 5000 }],
  [['tail', '-n', '1', '-f', '/dev/null'], { code: 0, after: Infinity }],
  [['tail', '/etc/hosts'], undefined],
  [['sh', 'run.sh'], undefined],
  [['exit'], undefined],
  [['sleep'], undefined],
  [['sleep', 'x'], undefined],
  [[], undefined],
])('the end of the command %j', (words, expected) => {
  expect(exitOfCommand({ command: words })).toEqual(expected)
  expect(exitOfCommand({ command: words.slice(0, 1), args: words.slice(1) })).toEqual(expected)
})

test('a Job fails with its command, and one that sleeps takes as long', async () => {
  const cluster = createCluster({ seed: 1, nodes: 1 })
  const run = (name: string, command: readonly string[]) =>
    cluster.create('Job', {
      metadata: { name },
      spec: {
        backoffLimit: 0,
        template: {
          spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'busybox', command: [...command] }] },
        },
      },
    })
  await run('fails', ['sh', '-c', 'exit 3'])
  await run('sleeps', ['sleep', '60'])
  await run('waits', ['sleep', 'infinity'])
  const statuses = async () =>
    (await cluster.list('Job')).items.map(({ metadata, status }) => [
      metadata.name,
      status?.conditions?.map(({ type }) => type) ?? [],
    ])
  await cluster.clock.advance('30s')
  expect(await statuses()).toEqual([
    ['fails', ['FailureTarget', 'Failed']],
    ['sleeps', []],
    ['waits', []],
  ])
  const [pod] = (await cluster.list('Pod', { labelSelector: 'job-name=fails' })).items
  expect(pod?.status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({ exitCode: 3, reason: 'Error' })
  await cluster.clock.advance('1h')
  expect(await statuses()).toEqual([
    ['fails', ['FailureTarget', 'Failed']],
    ['sleeps', ['SuccessCriteriaMet', 'Complete']],
    ['waits', []],
  ])
})
