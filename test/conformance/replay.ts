import { createCluster } from '../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../src/cluster/options.js'
import { startCluster } from '../../src/node/start.js'
import { type Compared, compareStory } from './compare.js'
import { groupBy } from './group-by.js'
import { normalize } from '../../tools/record/normalize.js'
import { type Server, play } from '../../tools/record/play.js'
import { type Folder, readStories } from './recorded.js'
import type { Step, Story } from '../../tools/record/story.js'

/** One way to play a folder of stories. */
export type Run = {
  readonly name: string
  readonly folder: Folder
  readonly profile: 'kubernetes' | 'example'
  readonly options?: ClusterOptions
}

/** Every way there is. The names are those of shares.json. */
export const runs: readonly Run[] = [
  { name: 'stories', folder: 'stories', profile: 'kubernetes' },
  { name: 'others', folder: 'others', profile: 'kubernetes' },
  { name: 'stories, example', folder: 'stories', profile: 'example' },
  {
    name: 'gates',
    folder: 'gates',
    profile: 'kubernetes',
    options: {
      featureGates: {
        CoordinatedLeaderElection: true,
        CrossNamespaceVolumeDataSource: true,
        VolumeAttributesClass: true,
      },
    },
  },
  {
    name: 'behaviours',
    folder: 'behaviours',
    profile: 'kubernetes',
    // The server they were recorded from gave pods no accounts.
    options: { controllers: 'default', disableAdmissionPlugins: ['ServiceAccount'] },
  },
  {
    name: 'elections',
    folder: 'elections',
    profile: 'kubernetes',
    options: { controllers: 'default', featureGates: { CoordinatedLeaderElection: true } },
  },
]

/** A server to play to, until it is disposed of. */
type Played = AsyncDisposable & { readonly server: Server }
/** Makes a fresh server for the stories of one kind. */
export type Open = (options: ClusterOptions) => Promise<Played>

/** Plays the stories of a run whose names contain `only`, and compares every reply. Kinds are played side by side, each to a server of its own. */
export async function replay(run: Run, open: Open = inProcess, only = ''): Promise<readonly Compared[]> {
  const kinds = groupBy(inRecordedOrder(readStories(run.folder, run.profile)), ({ kind }) => SERVED_WITH[kind] ?? kind)
  const compared = await Promise.all(
    [...kinds.values()].map(async (stories) => {
      const chosen = stories.filter(({ story }) => story.includes(only))
      if (chosen.length === 0) return []
      await using played = await open({ seed: 1, controllers: 'none', profile: run.profile, ...run.options })
      return await playInTurn(chosen, played.server, skipsOf(run))
    }),
  )
  return compared.flat()
}

// The recorded servers had all kinds, and went topic by topic. Only here that shows: a class that one kind's stories leave
// behind is the default of the other's.
const SERVED_WITH: { readonly [kind: string]: string } = { IngressClass: 'Ingress' }
const LATER_TOPICS = [
  ['strategic patch'],
  ['list selectors', 'status kept apart', 'status refused'],
  ['random walk 1'],
  ['random walk 2'],
]

const inRecordedOrder = (stories: readonly Story[]): readonly Story[] => {
  const turn = ({ story }: Story) =>
    LATER_TOPICS.findIndex((topics) => topics.some((topic) => story.endsWith(`/${topic}`)))
  return [...stories].sort((a, b) => turn(a) - turn(b))
}

// The specification's DELETE replies are worded differently from the real server's.
const skipsOf = ({ profile }: Run) => (profile === 'example' ? ({ method }: Step) => method === 'DELETE' : () => false)

async function playInTurn(
  stories: readonly Story[],
  server: Server,
  skips: (step: Step) => boolean,
): Promise<readonly Compared[]> {
  const compared: Compared[] = []
  const isShared = new Set(stories.map(({ kind }) => kind)).size > 1
  for (const story of stories) {
    compared.push(...compareStory(story, normalize(await play(server, story), server.now()), skips))
    // What one kind's stories leave is told apart by when it was made.
    if (isShared) await server.pass(1000)
  }
  return compared
}

// The day of the recording, for ages of what has a fixed date.
export const RECORDED = Date.UTC(2026, 10, 20, 12)

/** A cluster in this process, whose time passes at once. */
export const inProcess: Open = async (options) => {
  const { fetch, clock, close } = createCluster(options)
  await clock.advance(RECORDED - clock.now())
  return {
    server: { fetch, base: 'http://127.0.0.1:8080', now: clock.now, pass: clock.advance },
    [Symbol.asyncDispose]: async () => close(),
  }
}

/** A server of this process over a socket; its time passes as fast as the socket carries what comes of it. */
export const overSocket: Open = async (options) => {
  const { cluster, url, close } = await startCluster({ profile: 'example', clock: 'virtual', ...options })
  await cluster.clock.advance(RECORDED - cluster.clock.now())
  const pass = (ms: number) => cluster.clock.advance(ms).then(() => wait(SOCKET_TURN))
  return { server: { fetch, base: url, now: cluster.clock.now, pass }, [Symbol.asyncDispose]: close }
}

const SOCKET_TURN = 4

/** The one server at an address, in real time, whatever a run asks for. */
export const atAddress =
  (base: string, token?: string): Open =>
  async () => ({
    server: { base: base.replace(/\/$/, ''), fetch: withToken(token), now: () => Date.now(), pass: wait },
    [Symbol.asyncDispose]: async () => undefined,
  })

function withToken(token: string | undefined): Server['fetch'] {
  return (request) => {
    if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`)
    return fetch(request)
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
