import { describe, test } from 'vitest'
import type { Profile } from '../../../src/kind/profile.js'
import { tested } from '../setup/versions.js'
import { scenarios } from './scenarios.js'
import { type Server, profiles, startServer } from './server.js'
import { type Terminal, openTerminal } from './terminal.js'

/** What a scenario plays with. */
export type World = Server & Terminal & { readonly profile: Profile['name'] }

/** Plays a scenario with every kubectl tested, in every profile, each time on a new server. */
export function scenario(key: keyof typeof scenarios, play: (world: World) => Promise<void>): void {
  describe.each(tested)('kubectl %s', (version) => {
    test.each(profiles)(`${key}. ${scenarios[key]} (%s)`, async (profile) => {
      const server = await startServer({ profile })
      await play({ ...server, ...(await openTerminal(server, version)), profile })
    })
  })
}
