import { type Cluster, type ClusterOptions, createCluster } from '../../src/cluster.js'
import { type Compared, compareStory } from './compare.js'
import { groupBy } from './group-by.js'
import { normalize } from './normalize.js'
import { type Server, play } from './play.js'
import { type Folder, readStories } from './recorded.js'
import type { Step, Story } from './story.js'

/** One way to play a folder of stories. */
export type Run = { readonly name: string; readonly folder: Folder; readonly profile: 'kubernetes' | 'example'; readonly options?: ClusterOptions }

/** Every way there is. The names are those of shares.json. */
export const runs: readonly Run[] = [
  { name: 'stories', folder: 'stories', profile: 'kubernetes' },
  { name: 'stories, example', folder: 'stories', profile: 'example' },
  {
    name: 'gates',
    folder: 'gates',
    profile: 'kubernetes',
    options: { gates: { CoordinatedLeaderElection: true, CrossNamespaceVolumeDataSource: true, VolumeAttributesClass: true } },
  },
]

/** Options of {@link replay}. */
export type ReplayOptions = {
  /** Only stories whose name contains this. */
  readonly only?: string
  /** The server to ask, in place of clusters in this process. */
  readonly server?: Server
}

/** Plays the stories of a run and compares every reply. Kinds are played side by side: in this process each has a cluster of its own. */
export async function replay(run: Run, { only = '', server }: ReplayOptions = {}): Promise<readonly Compared[]> {
  const kinds = groupBy(readStories(run.folder, run.profile), ({ kind }) => kind)
  const compared = await Promise.all(
    [...kinds.values()].map((stories) => {
      const chosen = stories.filter(({ story }) => story.includes(only))
      return chosen.length === 0 ? [] : playInTurn(chosen, server ?? inProcess(createCluster({ seed: 1, profile: run.profile, ...run.options })), skipsOf(run))
    }),
  )
  return compared.flat()
}

// The specification's DELETE replies are worded differently from the real server's.
const skipsOf = ({ profile }: Run) => (profile === 'example' ? ({ method }: Step) => method === 'DELETE' : () => false)

async function playInTurn(stories: readonly Story[], server: Server, skips: (step: Step) => boolean): Promise<readonly Compared[]> {
  const compared: Compared[] = []
  for (const story of stories) compared.push(...compareStory(story, normalize(await play(server, story), server.now()), skips))
  return compared
}

/** A cluster in this process; its time passes at once. */
const inProcess = ({ fetch, clock }: Cluster): Server => ({ fetch, base: 'http://127.0.0.1:8080', now: clock.now, pass: clock.advance })

/** A server at an address, in real time. */
export const atAddress = (base: string, token?: string): Server => ({
  base: base.replace(/\/$/, ''),
  fetch: (request) => {
    if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`)
    return fetch(request)
  },
  now: () => Date.now(),
  pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})
