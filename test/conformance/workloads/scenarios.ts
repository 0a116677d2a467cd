import type { Scenario } from './scenario.js'
import { daemonSets } from './scenarios/daemon-sets.js'
import { deployments } from './scenarios/deployments.js'
import { jobs } from './scenarios/jobs.js'
import { others } from './scenarios/others.js'
import { replicaSets } from './scenarios/replica-sets.js'
import { scheduling } from './scenarios/scheduling.js'
import { services } from './scenarios/services.js'
import { statefulSets } from './scenarios/stateful-sets.js'

/** All hand-written scenarios. */
export const scenarios: readonly Scenario[] = [
  ...deployments,
  ...replicaSets,
  ...statefulSets,
  ...daemonSets,
  ...jobs,
  ...services,
  ...others,
  ...scheduling,
]
