import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { type Open, RECORDED, overSocket, replay, runs } from './replay.js'

/** The app of a cluster, mounted in another Hono app. */
const mounted: Open = async (options) => {
  const { app, clock, close } = createCluster({ clock: 'virtual', ...options })
  await clock.advance(RECORDED - clock.now())
  const own = new Hono().get('/own', (c) => c.text('mine')).route('/', app)
  expect(await (await own.request('/own')).text()).toBe('mine')
  return {
    server: {
      fetch: async (request) => own.fetch(request),
      base: 'http://127.0.0.1:8080',
      now: clock.now,
      pass: clock.advance,
    },
    [Symbol.asyncDispose]: async () => close(),
  }
}

const [stories] = runs

test.each(['Lease/', 'PodDisruptionBudget/'])(
  'stories of %s come out the same through the app, mounted in another, and over a port',
  async (kind) => {
    if (!stories) throw new Error('there are no stories')
    const isChosen = (story: string) => story.startsWith(kind)
    const compared = await replay(stories, mounted, isChosen)
    expect(compared.length).toBeGreaterThan(100)
    expect(compared).toEqual(await replay(stories, overSocket, isChosen))
  },
)
