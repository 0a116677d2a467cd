import { defaultControllers } from '../../src/controllers/built-in.js'
import type { Draft } from '../../src/kinds/object-types.js'
import type { StartOptions } from '../../src/node/options.js'
import { startCluster } from '../../src/node/start.js'
import { kubectlBinary } from '../clients/setup/binaries.js'
import { openShell } from '../clients/support/shell.js'
import type { Compared } from './compare.js'
import { readRecorded } from './recorded.js'
import type { Chosen } from './replay.js'
import type { Story } from './transcripts/commands.js'
import { maskWorkloads } from './transcripts/masks.js'
import { type Print, playCommands, untimed } from './transcripts/play.js'
import { bareNodes } from './workloads/nodes.js'

/**
 * Commands in order, with the output of kubectl 1.33 against the real server; null where that differs from run to run.
 */
type Transcript = Story & { readonly prints: readonly (Print | null)[] }

/**
 * The transcripts of a file, the options of the servers they are played to, and a mask for output that cannot be
 * compared.
 */
type Recording = {
  readonly file: string
  readonly options: (transcript: string) => StartOptions
  readonly mask: (text: string) => string
  /** Nodes that are created before. */
  readonly nodes?: readonly Draft<'Node'>[]
}

/** Recordings by their names in shares.json. */
export const transcripts: Readonly<Record<string, Recording>> = {
  kubectl: {
    file: 'transcripts/kubectl.json.gz',
    // The recorder finished before the next run of the node controller, every five seconds; a busy machine may not.
    options: (transcript) => ({ clock: transcript === 'nodes' ? 'virtual' : 'system' }),
    mask: untimed,
  },
  'kubectl, workloads': {
    file: 'transcripts/workloads.json.gz',
    options: () => ({
      // The recorded cluster had no metrics-server.
      controllers: defaultControllers.map(({ name }) => name).filter((name) => name !== 'metrics-server'),
      agents: { nodes: '*' },
      containers: { pull: 0, stop: 0 },
    }),
    mask: maskWorkloads,
    nodes: bareNodes,
  },
}

/**
 * Plays the chosen transcripts of a recording, each to its own server with controllers, and compares the output of each
 * command.
 */
export async function playTranscripts(
  name: string,
  { file, options, mask, nodes: made = [] }: Recording,
  isChosen: Chosen = () => true,
): Promise<readonly Compared[]> {
  const recorded = readRecorded(file) as readonly Transcript[] // the format of the recorder
  const chosen = recorded.filter(({ transcript }) => isChosen(`${name}/${transcript}`))
  const played = chosen.map(async (transcript) => {
    const prints = await playHere(transcript, options(transcript.transcript), made)
    const compared: Compared[] = []
    for (const [step, command] of transcript.commands.entries()) {
      const [want, got] = [transcript.prints[step], prints[step]]
      if (want && got)
        compared.push(
          compare({ story: `${name}/${transcript.transcript}`, step }, command, masked(want, mask), masked(got, mask)),
        )
    }
    return compared
  })
  return (await Promise.all(played)).flat()
}

async function playHere(
  story: Story,
  options: StartOptions,
  made: readonly Draft<'Node'>[],
): Promise<readonly Print[]> {
  const kubectl = await kubectlBinary('v33')
  const { url, kubeconfig, cluster, close } = await startCluster({
    kubernetesVersion: '1.33',
    seed: 1,
    clock: 'system',
    controllers: 'default',
    ...options,
  })
  if (options.clock === 'virtual') await cluster.clock.advance(Date.now() - cluster.clock.now())
  for (const node of made) await cluster.create('Node', node)
  const ends: (() => unknown)[] = [close]
  try {
    const { run } = await openShell(kubeconfig, (end) => void ends.push(end))
    return await playCommands(story, (args, files) => run(kubectl, args, { files }), url)
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

const masked = ({ code, out, err }: Print, mask: (text: string) => string): Print => ({
  code,
  out: mask(out),
  err: mask(err),
})

function compare(
  at: { readonly story: string; readonly step: number },
  command: readonly string[],
  want: Print,
  got: Print,
): Compared {
  const parts = (['code', 'out', 'err'] as const).filter((part) => want[part] !== got[part])
  const differences = parts.map(
    (part) =>
      `kubectl ${command.join(' ')} · ${part}: want ${JSON.stringify(want[part])}, got ${JSON.stringify(got[part])}`,
  )
  return { ...at, verdict: parts.length === 0 ? 'same' : 'differs', differences }
}
