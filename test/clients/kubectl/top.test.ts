import { expect, test } from 'vitest'
import { printed } from '../support/manifests.js'
import { startServer } from '../support/server.js'
import { openTerminal } from '../support/terminal.js'

const scripts = [
  { image: 'shop/api:*', usage: { cpu: '250m', memory: '64Mi' }, exec: { sh: 'hello\n' }, logs: ['listening'] },
  { image: 'tools', logs: [{ text: 'working', every: '100ms' }], exit: { after: '5s' } },
]
const pod = (name: string, cpu: string) => ({
  metadata: { name, labels: { app: name } },
  spec: {
    nodeName: 'node-1',
    containers: [
      { name: 'api', image: 'shop/api:1', resources: { requests: { cpu } } },
      { name: 'side', image: 'proxy' },
    ],
  },
})
/** Returns the rows of a table, without its padding. */
const rowsOf = ({ stdout }: { readonly stdout: string }) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/).join(' | '))

test.for(['v33', 'v35'] as const)(
  'kubectl %s: top, debug, and run in a terminal',
  async (version, { onTestFinished: atEnd }) => {
    const server = await startServer(
      { profile: 'kubernetes', controllers: 'default', nodes: 2, containers: scripts },
      atEnd,
    )
    const { kubectl } = await openTerminal(server, version, atEnd)
    const { cluster } = server
    await cluster.create('Pod', pod('web', '500m'))
    await kubectl('wait --for=condition=Ready pod/web')
    expect(rowsOf(await kubectl('top nodes'))).toEqual([
      expect.stringMatching(/^NAME \| CPU\(cores\) \| CPU\S* \| MEMORY\(bytes\) \| MEMORY\S*$/),
      'node-1 | 251m | 3% | 65Mi | 0%',
      'node-2 | 0m | 0% | 0Mi | 0%',
    ])
    expect(rowsOf(await kubectl('top pods --containers --sort-by=memory'))).toEqual([
      'POD | NAME | CPU(cores) | MEMORY(bytes)',
      'web | api | 250m | 64Mi',
      'web | side | 1m | 1Mi',
    ])
    cluster.containers.play({ pod: 'web', usage: { cpu: '1', memory: '1Gi' } })
    expect(rowsOf(await kubectl('top pods -A -l app=web'))).toEqual([
      'NAMESPACE | NAME | CPU(cores) | MEMORY(bytes)',
      'default | web | 2000m | 2048Mi',
    ])
    expect(await kubectl('top pod other')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Error from server (NotFound): pods "other" not found\n',
    })
    expect(rowsOf(await kubectl('get podmetrics'))).toEqual(['NAME | CPU | MEMORY | WINDOW', 'web | 2 | 2Gi | 15s'])

    const debugged = await kubectl('debug web --image=tools --container=tools --quiet --attach --profile=general')
    expect(debugged).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(?:working\n)+$/) as string })
    const ran = await kubectl('run once --image=tools --restart=Never --rm --attach --quiet')
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(?:working\n)+/) as string })
    expect(await kubectl('exec -i web -c api -- sh', { input: 'ls\n' })).toEqual(printed('hello\n'))
    expect(rowsOf(await kubectl('logs web --all-containers --prefix --tail=1')).sort()).toEqual([
      '[pod/web/api] listening',
      '[pod/web/tools] working',
    ])

    await cluster.delete('APIService', { name: 'v1beta1.metrics.k8s.io' })
    expect(await kubectl('top pods')).toEqual({ code: 1, stdout: '', stderr: 'error: Metrics API not available\n' })
  },
)
