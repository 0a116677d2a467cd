import { test } from 'vitest'
import type { Profile } from '../../../src/kind/profile.js'
import { type KubectlVersion, tested } from '../setup/versions.js'
import { type Scenario, scenarios } from './scenarios.js'
import { type AtEnd, type Server, profiles, startServer } from './server.js'
import { type Terminal, openTerminal } from './terminal.js'

/** What a scenario plays with. */
export type World = Server & Terminal & { readonly profile: Profile['name']; readonly minor: number; readonly atEnd: AtEnd }

const minorOf = (version: KubectlVersion) => Number(version.slice(1))

/** Plays a scenario with every kubectl tested that knows it, in every profile, each time on a new server. */
export function scenario(key: keyof typeof scenarios, play: (world: World) => Promise<void>): void {
  const { title, since = 0, companions = true }: Scenario = scenarios[key]
  const cases = tested.filter((version) => minorOf(version) >= since).flatMap((version) => profiles.map((profile) => [version, profile] as const))
  test.concurrent.for(cases)(`${key}. ${title} (kubectl %s, %s)`, async ([version, profile], { onTestFinished: atEnd }) => {
    const server = await startServer({ profile, companions }, atEnd)
    await play({ ...server, ...(await openTerminal(server, version, atEnd)), profile, minor: minorOf(version), atEnd })
  })
}
