import { tmpdir } from 'node:os'
import { startCluster } from '../../src/node/start.js'
import { kubectlBinary } from '../clients/setup/binaries.js'
import { type Finished, openShell } from '../clients/support/shell.js'
import type { Compared } from './compare.js'
import { readRecorded } from './recorded.js'

/** Commands in order and what kubectl 1.33 printed of the real server's replies; null where that differs from run to run. */
type Transcript = {
  readonly transcript: string
  readonly files?: { readonly [name: string]: unknown }
  readonly commands: readonly (readonly string[])[]
  readonly prints: readonly (Print | null)[]
}
type Print = { readonly code: number; readonly out: string; readonly err: string }

/** The transcripts' name in shares.json. */
export const TRANSCRIPTS = 'kubectl'

/** Plays every transcript whose name contains `only`, each to a server of its own with the controllers at work, and compares what each command prints. */
export async function playTranscripts(only = ''): Promise<readonly Compared[]> {
  const transcripts = readRecorded('transcripts/kubectl.json.gz') as readonly Transcript[] // the recorder's own form
  const chosen = transcripts.filter(({ transcript }) => `${TRANSCRIPTS}/${transcript}`.includes(only))
  return (await Promise.all(chosen.map(playTranscript))).flat()
}

async function playTranscript({ transcript, files = {}, commands, prints }: Transcript): Promise<readonly Compared[]> {
  const kubectl = await kubectlBinary('v33')
  const clock = STILL.includes(transcript) ? 'virtual' : 'system'
  const { url, kubeconfig, cluster, close } = await startCluster({ seed: 1, controllers: 'default', clock })
  if (clock === 'virtual') await cluster.clock.advance(Date.now() - cluster.clock.now())
  const ends: (() => unknown)[] = [close]
  try {
    const texts = Object.entries(files).map(
      ([name, file]) => [name, typeof file === 'string' ? file : JSON.stringify(file)] as const,
    )
    const { run } = await openShell(kubeconfig, (end) => void ends.push(end), Object.fromEntries(texts))
    const compared: Compared[] = []
    for (const [step, command] of commands.entries()) {
      const got = tidied(await run(kubectl, [...command, '--request-timeout=100s']), url)
      const want = prints[step]
      if (want)
        compared.push(
          compare({ story: `${TRANSCRIPTS}/${transcript}`, step }, command, { ...want, out: untimed(want.out) }, got),
        )
    }
    return compared
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

// The recorder was done before the controller had its next look at the nodes, every five seconds; a busy machine may not be.
const STILL = ['nodes']

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

function tidied({ code, stdout, stderr }: Finished, url: string): Print {
  return { code, out: untimed(tidy(stdout, url)), err: tidy(stderr, url) }
}

/** Masks what no two runs have in common. */
const tidy = (text: string, url: string) =>
  text
    .replaceAll(url, '<server>')
    .replaceAll(new URL(url).host, '<address>')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uid>')
    .replaceAll(/\b20(2[5-9]|[3-9]\d)-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\b/g, '<time>')
    .replaceAll(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, '<date>')
    .replaceAll(/(resourceVersion["']?: ?)"\d+"/g, '$1"<rv>"')
    .replaceAll(/(Resource Version: +)\d+/g, '$1<rv>')
    .replaceAll(/\bgen-[a-z0-9]{5}\b/g, 'gen-<suffix>')
    .replaceAll(/(?<=\s)(\d+[smhd])+(?=\s|$)/g, '<age>')
    .replaceAll(/\.[0-9a-f]{16}\b/g, '.<hash>')
    .replaceAll(new RegExp(`${tmpdir()}/[^\\s:"]+`, 'g'), '<file>')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ +\n/g, '\n')

// How long an event has been repeated, which the recorder left as it was.
const untimed = (text: string) => text.replaceAll(/ over \d+s\)/g, ' over <age>)')
