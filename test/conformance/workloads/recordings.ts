import type { KubernetesVersion } from '../../../src/model/registry/kubernetes-version.js'
import { anew } from './anew.js'
import { beyond } from './beyond.js'
import { edges } from './edges.js'
import { fresh } from './fresh.js'
import { further } from './further.js'
import { generated } from './generate.js'
import { later } from './later.js'
import { more } from './more.js'
import type { Scenario } from './scenario.js'
import { scenarios } from './scenarios.js'
import { wider } from './wider.js'

/** The scenarios of one list, and the file of their recording. */
export type Recording = {
  readonly file: string
  readonly scenarios: readonly Scenario[]
  /** The version of Kubernetes of the recorded control plane: 1.33 unless it says otherwise. */
  readonly version?: KubernetesVersion
}

/** Recordings by their names in shares.json. */
export const recordings: Readonly<Record<string, Recording>> = {
  workloads: { file: 'workloads/scenarios.json.gz', scenarios },
  'workloads, generated': { file: 'workloads/generated.json.gz', scenarios: generated },
  'workloads, further': { file: 'workloads/further.json.gz', scenarios: further },
  'workloads, wider': { file: 'workloads/wider.json.gz', scenarios: wider },
  'workloads, fresh': { file: 'workloads/fresh.json.gz', scenarios: fresh },
  'workloads, anew': { file: 'workloads/anew.json.gz', scenarios: anew },
  'workloads, later': { file: 'workloads/later.json.gz', scenarios: later },
  'workloads, more': { file: 'workloads/more.json.gz', scenarios: more },
  'workloads, beyond': { file: 'workloads/beyond.json.gz', scenarios: beyond },
  'workloads, edges': { file: 'workloads/edges.json.gz', scenarios: edges },
  'workloads, 1.37': { file: 'workloads/scenarios-1.37.json.gz', scenarios, version: '1.37' },
  'workloads, beyond, 1.37': { file: 'workloads/beyond-1.37.json.gz', scenarios: beyond, version: '1.37' },
  'workloads, edges, 1.37': { file: 'workloads/edges-1.37.json.gz', scenarios: edges, version: '1.37' },
}
