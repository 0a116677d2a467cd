import { test } from 'vitest'
import type { Profile } from '../../../src/model/registry/profile.js'
import { type KubectlVersion, tested } from '../setup/versions.js'
import { type Scenario, scenarios } from './scenarios.js'
import { type AtEnd, type Server, profiles, startServer } from './server.js'
import { type Terminal, openTerminal } from './terminal.js'

/** What a scenario works with. */
export type World = Server &
  Terminal & {
    readonly profile: Profile['name']
    readonly minor: number
    /** Whether the feature gate of the scenario is on. */
    readonly gated: boolean
    readonly atEnd: AtEnd
  }

const minorOf = (version: KubectlVersion) => Number(version.slice(1))

/** Plays a scenario with every tested kubectl that supports it, in every profile, each time on a new server. */
export function scenario(key: keyof typeof scenarios, play: (world: World) => Promise<void>): void {
  const { title, since = 0, controllers = false, gate }: Scenario = scenarios[key]
  const states = gate ? [`, without ${gate}`, `, with ${gate}`] : ['']
  const cases = tested
    .filter((version) => minorOf(version) >= since)
    .flatMap((version) => profiles.flatMap((profile) => states.map((state) => [version, profile, state] as const)))
  test.concurrent.for(cases)(
    `${key}. ${title} (kubectl %s, %s%s)`,
    async ([version, profile, state], { onTestFinished: atEnd }) => {
      const gated = state.startsWith(', with ')
      const options = {
        profile,
        controllers: controllers ? 'default' : 'none',
        featureGates: gate && gated ? { [gate]: true } : {},
      } as const
      const server = await startServer(options, atEnd)
      await play({
        ...server,
        ...(await openTerminal(server, version, atEnd)),
        profile,
        minor: minorOf(version),
        gated,
        atEnd,
      })
    },
  )
}
