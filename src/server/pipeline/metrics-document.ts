import type { Answer } from '../discovery/conditional.js'
import { versionDocument } from '../discovery/version.js'
import { METRICS_TEXT, exposition } from '../metrics/exposition.js'
import { familiesOf } from '../metrics/families.js'
import type { Profile } from '../../model/registry/profile.js'
import { tableOf } from '../../rest/context.js'
import type { PipelineContext } from './context.js'

/** Answers `/metrics` and `/metrics/slis`; DELETE resets the counters. */
export function metricsDocument(context: PipelineContext, path: string, method: string): Answer {
  const { counters, healthChecks } = context
  const isSlis = path === '/metrics/slis'
  if (method === 'DELETE') {
    const { reset } = isSlis ? healthChecks : counters
    reset()
    return { code: 200, body: 'metrics reset\n' }
  }
  const families = isSlis
    ? healthChecks.families()
    : familiesOf({ requests: counters, build: buildOf(context.registry.profile), objects: storedObjects(context) })
  return { code: 200, body: exposition(families), contentType: METRICS_TEXT }
}

function buildOf(profile: Profile) {
  const { buildDate, compiler, gitCommit, gitTreeState, gitVersion, goVersion, major, minor, platform } =
    versionDocument(profile)
  return {
    build_date: buildDate,
    compiler,
    git_commit: gitCommit,
    git_tree_state: gitTreeState,
    git_version: gitVersion,
    go_version: goVersion,
    major,
    minor,
    platform,
  }
}

/** Counts the stored objects of each kind, including kinds without any. */
function storedObjects({ registry, store }: PipelineContext): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const def of registry.kinds()) {
    const { create, storage, plural } = def
    if (create.review || create.through || storage.computed) continue
    const resource = storage.group === '' ? plural : `${plural}.${storage.group}`
    counts.set(resource, store.table(tableOf({ def }))?.size ?? 0)
  }
  return counts
}
