import { createCluster } from '../../src/cluster/cluster.js'
import type { ClusterOptions } from '../../src/cluster/options.js'
import { startCluster } from '../../src/node.js'
import { type Compared, compareStory } from './compare.js'
import { groupBy } from './group-by.js'
import { startWebhooks } from './access/webhooks.js'
import { normalize } from '../../tools/record/normalize.js'
import { type Server, play } from '../../tools/record/play.js'
import type { KubernetesVersion } from '../../src/model/registry/kubernetes-version.js'
import { type Folder, ofVersions, readStories, recordedVersions } from './recorded.js'
import type { Step, Story } from '../../tools/record/story.js'

/** A way to play a folder of stories. */
export type Run = {
  readonly name: string
  readonly folder: Folder
  readonly profile: 'kubernetes' | 'example'
  /** The version of Kubernetes that was recorded. */
  readonly version: KubernetesVersion
  readonly options?: ClusterOptions
  /** The bearer token of the administrator, where requests need one. */
  readonly admin?: string
  /** Starts what else is asked besides the server. */
  readonly beside?: typeof startWebhooks
}

// The recorded servers served LeaseCandidates and VolumeAttributesClasses.
const BETAS = { 'api/beta': true }

// The day of the recording, for the ages of objects with a fixed date.
export const RECORDED = Date.UTC(2026, 10, 20, 12)

// Of its token file.
const USERS = [
  { name: 'admin', uid: 'u-admin', token: 'admin-token', groups: ['system:masters'] },
  { name: 'ann', uid: 'u-ann', token: 'ann-token', groups: ['dev'] },
  { name: 'bob', uid: 'u-bob', token: 'bob-token', groups: ['dev'] },
  { name: 'carol', uid: 'u-carol', token: 'carol-token', groups: ['ops'] },
  { name: 'dave', uid: 'u-dave', token: 'dave-token' },
]

const ofOldest: readonly Omit<Run, 'version'>[] = [
  { name: 'stories', folder: 'stories', profile: 'kubernetes', options: { runtimeConfig: BETAS } },
  { name: 'others', folder: 'others', profile: 'kubernetes', options: { runtimeConfig: BETAS } },
  { name: 'stories, example', folder: 'stories', profile: 'example' },
  {
    name: 'gates',
    folder: 'gates',
    profile: 'kubernetes',
    options: {
      runtimeConfig: BETAS,
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
    // The recorded server did not set service accounts of pods.
    options: { controllers: 'default', disableAdmissionPlugins: ['ServiceAccount'] },
  },
  {
    name: 'elections',
    folder: 'elections',
    profile: 'kubernetes',
    options: { controllers: 'default', featureGates: { CoordinatedLeaderElection: true } },
  },
  {
    name: 'access',
    folder: 'access',
    profile: 'kubernetes',
    // The recorded server knew users by their tokens, and did not set service accounts of pods.
    options: {
      disableAdmissionPlugins: ['ServiceAccount'],
      start: RECORDED,
      authorization: { modes: ['RBAC'] },
      users: USERS,
    },
    admin: 'admin-token',
    beside: startWebhooks,
  },
]

/** The kinds that came after v1.33, recorded from a server that has them all. */
const ofNewKinds: Run = { name: 'kinds', folder: 'kinds', profile: 'kubernetes', version: '1.37' }

const ofVersion = (version: KubernetesVersion): readonly Run[] =>
  version === '1.33'
    ? ofOldest.map((run) => ({ ...run, version }))
    : ofOldest
        .filter(({ folder, profile }) => profile === 'kubernetes' && ofVersions.get(folder)?.includes(version))
        .map((run) => ({ ...run, version, name: `${run.name}, ${version}` }))

/**
 * All runs, with their names in shares.json: those of v1.33, what is recorded from other versions too, and later kinds.
 */
export const runs: readonly Run[] = [...recordedVersions.flatMap(ofVersion), ofNewKinds]

/** A server to play stories to, until it is disposed of. */
type Played = AsyncDisposable & { readonly server: Server }
/** Starts a fresh server for the stories of one kind. */
export type Open = (options: ClusterOptions) => Promise<Played>

/** Whether a story is played, by its name. */
export type Chosen = (story: string) => boolean

/** Plays the chosen stories of a run, and compares every reply. Kinds are played in parallel, each to its own server. */
export async function replay(
  run: Run,
  open: Open = inProcess,
  isChosen: Chosen = () => true,
): Promise<readonly Compared[]> {
  const kinds = groupBy(
    inRecordedOrder(readStories(run.folder, run.profile, run.version)),
    ({ kind }) => SERVED_WITH[kind] ?? kind,
  )
  await using beside = await run.beside?.()
  const more = { ...(run.admin && { admin: run.admin }), ...(beside && { hooks: beside.ask }) }
  const compared = await Promise.all(
    [...kinds.values()].map(async (stories) => {
      if (!stories.some(({ story }) => isChosen(story))) return []
      await using opened = await open({
        ...{ seed: 1, controllers: 'none', profile: run.profile, kubernetesVersion: run.version },
        ...run.options,
      })
      // Kinds that share a server see what the other's stories leave behind.
      const played = areShared(stories) ? stories : stories.filter(({ story }) => isChosen(story))
      const compared = await playInTurn(played, { ...opened.server, ...more }, skipsOf(run))
      return compared.filter(({ story }) => isChosen(story))
    }),
  )
  return compared.flat()
}

// The recorded servers played all kinds, topic by topic. That matters only here: an IngressClass that its stories leave
// behind is the default class in those of Ingress.
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

// The replies to DELETE in the specification are worded differently from those of the real server.
const skipsOf = ({ profile }: Run) => (profile === 'example' ? ({ method }: Step) => method === 'DELETE' : () => false)

const areShared = (stories: readonly Story[]) => new Set(stories.map(({ kind }) => kind)).size > 1

async function playInTurn(
  stories: readonly Story[],
  server: Server,
  skips: (step: Step) => boolean,
): Promise<readonly Compared[]> {
  const compared: Compared[] = []
  const isShared = areShared(stories)
  for (const story of stories) {
    compared.push(...compareStory(story, normalize(await play(server, story), server.now(), story.lists), skips))
    // Objects that stories leave behind are told apart by their creation time.
    if (isShared) await server.pass(1000)
  }
  return compared
}

/** A cluster in this process with a virtual clock. */
export const inProcess: Open = async (options) => {
  const { fetch, clock, close } = createCluster(options)
  await clock.advance(RECORDED - clock.now())
  return {
    server: { fetch, base: 'http://127.0.0.1:8080', now: clock.now, pass: clock.advance },
    [Symbol.asyncDispose]: async () => close(),
  }
}

/** A server of this process over a socket, with a virtual clock that waits for the socket after each advance. */
export const overSocket: Open = async (options) => {
  const { cluster, url, close } = await startCluster({ profile: 'example', clock: 'virtual', ...options })
  await cluster.clock.advance(RECORDED - cluster.clock.now())
  const pass = (ms: number) => cluster.clock.advance(ms).then(() => wait(SOCKET_TURN))
  return { server: { fetch, base: url, now: cluster.clock.now, pass }, [Symbol.asyncDispose]: close }
}

const SOCKET_TURN = 4

/** The server at an address, in real time; the options of a run are ignored. */
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
