import { defaultControllers } from '../../../src/controllers/built-in.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { KubernetesVersion } from '../../../src/model/registry/kubernetes-version.js'
import type { Compared } from '../compare.js'
import { groupBy } from '../group-by.js'
import { readRecorded } from '../recorded.js'
import type { Chosen } from '../replay.js'
import { compareScenario } from './compare.js'
import { kwok, kwokContainers } from './kwok.js'
import { play } from './play.js'
import { nodes } from './nodes.js'
import { withoutRaces } from './races.js'
import type { Recording } from './recordings.js'
import type { Played, Scenario } from './scenario.js'

/** The day of the recording. */
const START = '2026-11-22T14:48:00Z'

/** Plays the chosen scenarios of a list, each to its own cluster, and compares the scene after each step. */
export async function replayWorkloads(
  { file, scenarios, version }: Recording,
  isChosen: Chosen = () => true,
): Promise<readonly Compared[]> {
  const recorded = readRecorded(file) as readonly Played[] // the format of record.ts
  const known = new Map(scenarios.map((scenario) => [scenario.name, scenario]))
  const compared: Compared[] = []
  for (const [name, outcomes] of groupBy(recorded, (played) => played.name)) {
    const scenario = known.get(name)
    if (!scenario) throw new Error(`${file} has ${name}, and there is no such scenario`)
    if (isChosen(name)) compared.push(closest(outcomes, await playHere(scenario, version), scenario))
  }
  return compared
}

/**
 * Compares with several recordings of a scenario, all of them right: returns the comparison with the one that is the
 * same, else with the first.
 */
function closest(outcomes: readonly Played[], here: Played, scenario: Scenario): Compared {
  const all = outcomes.map((played) => compareScenario(settled(played, scenario), settled(here, scenario)))
  const [first] = all
  if (!first) throw new RangeError(`of ${scenario.name} nothing is recorded`)
  return all.find(({ verdict }) => verdict === 'same') ?? first
}

const settled = ({ name, scenes }: Played, scenario: Scenario): Played => ({
  name,
  scenes: scenes.map((scene) => withoutRaces(scene, scenario)),
})

/** Controllers of components that the recorded cluster did not have. */
const ABSENT = new Set(['metrics-server', 'claim-provisioning'])

/** Plays a scenario to a cluster of this process, with nodes like those of the recording. */
export async function playHere(scenario: Scenario, version: KubernetesVersion = '1.33'): Promise<Played> {
  const { fetch, clock, close } = createCluster({
    kubernetesVersion: version,
    seed: 1,
    start: START,
    controllers: [...defaultControllers.map(({ name }) => name).filter((name) => !ABSENT.has(name)), kwok],
    agents: { nodes: '*' },
    containers: kwokContainers,
    fixtures: nodes,
  })
  try {
    return await play({ fetch, base: 'http://127.0.0.1:8080', now: clock.now, pass: clock.advance }, scenario)
  } finally {
    close()
  }
}
