import { describe, expect, test } from 'vitest'
import { laterProgram } from '../setup/go-program.js'
import { printed } from '../support/manifests.js'
import { startServer } from '../support/server.js'
import { openShell } from '../support/shell.js'

describe.each(['0.35', '0.36', '0.37'])('informers of client-go %s', async (release) => {
  const program = await laterProgram(release)

  // They begin with a watch that is to send the state too, which a server of v1.33 refuses.
  test.for([
    ['1.33', ['stream', 'list', 'watch']],
    ['1.34', ['stream']],
    ['1.35', ['stream']],
    ['1.37', ['stream']],
  ] as const)('fill their caches from v%s by %j', async ([kubernetesVersion, wanted], { onTestFinished: atEnd }) => {
    const server = await startServer({ profile: 'kubernetes', kubernetesVersion }, atEnd)
    await server.cluster.create('Pod', { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'a' }] } })
    const { run } = await openShell(server.kubeconfig, atEnd)
    expect(await run(program, [server.url])).toEqual(printed('1 pods, 0 leases\n'))
    for (const kind of ['pods', 'leases']) {
      const asked = server.received.entries
        .filter(({ path }) => path.endsWith(`/${kind}`))
        .map(({ query }) => (query.has('sendInitialEvents') ? 'stream' : query.has('watch') ? 'watch' : 'list'))
      // The program may end before the last of them is sent.
      expect(wanted.slice(0, asked.length)).toEqual(asked)
      expect(asked.slice(0, 2)).toEqual(wanted.slice(0, 2))
    }
  })
})
